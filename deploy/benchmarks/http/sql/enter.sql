SELECT * FROM enter($1, $2)
