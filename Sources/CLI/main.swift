print("daicho")
