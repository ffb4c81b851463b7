PLAYER=player-1
TOKEN=9b0c1a52-6f0e-4a7b-8c55-3a9d2f6e1b04
ledger accounts/$PLAYER/tokens --data '{"appAccountToken":"'$TOKEN'"}'
store customers \
  --data '{"name":"'$PLAYER'","account":"'$PLAYER'","appAccountToken":"'$TOKEN'"}'
