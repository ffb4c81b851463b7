KEY=$(daicho keys create --name game --scopes ingest,read,grants --json |
  sed -n 's/.*"key" : "\(.*\)".*/\1/p')
(umask 077 && echo "$KEY" >"$HOME_DIR/key")
