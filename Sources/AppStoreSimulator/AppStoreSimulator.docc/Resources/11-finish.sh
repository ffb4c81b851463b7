store transactions/$TRANSACTION/finish --request POST
store "customers/$PLAYER/transactions?unfinished=true"
