PLAYER=9b0c1a52-6f0e-4a7b-8c55-3a9d2f6e1b04
store customers --data '{"name":"'$PLAYER'","appAccountToken":"'$PLAYER'"}'
