// The two endpoints of the benchmark in Go's net/http with pgx: session checked, one round trip a request.
package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v4/pgxpool"
	"golang.org/x/crypto/blake2b"
)

type money struct {
	Minor    int64  `json:"minor"`
	Currency string `json:"currency"`
}

type gift struct {
	ID        string  `json:"id"`
	Occasion  string  `json:"occasion"`
	Recipient string  `json:"recipient"`
	Name      string  `json:"name"`
	Status    string  `json:"status"`
	Estimate  *money  `json:"estimate"`
	Actual    *money  `json:"actual"`
	URL       *string `json:"url"`
	Notes     *string `json:"notes"`
	Category  *string `json:"category"`
	Revealed  bool    `json:"revealed"`
}

type page struct {
	Items []gift  `json:"items"`
	Next  *string `json:"next"`
}

type newGift struct {
	Recipient string  `json:"recipient"`
	Name      string  `json:"name"`
	Status    string  `json:"status"`
	Estimate  *money  `json:"estimate"`
	URL       *string `json:"url"`
	Notes     *string `json:"notes"`
	Category  *string `json:"category"`
}

var (
	errSignedOut = errors.New("signed out")
	errNotFound  = errors.New("not found")
	uuidForm     = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	statuses     = map[string]bool{"idea": true, "planned": true, "ordered": true, "bought": true, "wrapped": true, "given": true}
)

type server struct {
	pool             *pgxpool.Pool
	enter, list, add string
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(r.URL.Path, "/")
	if len(parts) != 8 || parts[1] != "api" || parts[2] != "v1" || parts[3] != "households" || parts[5] != "occasions" || parts[7] != "gifts" ||
		!uuidForm.MatchString(parts[4]) || !uuidForm.MatchString(parts[6]) {
		problem(w, http.StatusNotFound)
		return
	}
	session, err := sessionHash(r)
	if err != nil {
		problem(w, http.StatusUnauthorized)
		return
	}
	switch r.Method {
	case http.MethodGet:
		s.listGifts(w, r, session, parts[4], parts[6])
	case http.MethodPost:
		s.addGift(w, r, session, parts[4], parts[6])
	default:
		problem(w, http.StatusMethodNotAllowed)
	}
}

func (s *server) listGifts(w http.ResponseWriter, r *http.Request, session []byte, household, occasion string) {
	recipient := r.URL.Query().Get("recipient")
	if !uuidForm.MatchString(recipient) {
		problem(w, http.StatusUnprocessableEntity)
		return
	}
	items := make([]gift, 0, 32)
	err := s.ask(r.Context(), session, household, s.list, []interface{}{recipient, occasion, recipient, occasion}, func(rows pgx.Rows) error {
		found := false
		for rows.Next() {
			found = true
			var id, to, name, status *string
			var g gift
			var estimate, actual *int64
			var version *int32
			var revealed *time.Time
			var currency string
			if err := rows.Scan(&id, &g.Occasion, &to, &name, &status, &estimate, &g.URL, &g.Notes, &version, &revealed, &g.Category, &currency, &actual); err != nil {
				return err
			}
			if id == nil {
				continue
			}
			g.ID, g.Recipient, g.Name, g.Status = *id, *to, *name, *status
			g.Estimate, g.Actual, g.Revealed = amount(estimate, currency), amount(actual, currency), revealed != nil
			items = append(items, g)
		}
		if !found && rows.Err() == nil {
			return errNotFound
		}
		return rows.Err()
	})
	answer(w, http.StatusOK, page{Items: items}, err)
}

func (s *server) addGift(w http.ResponseWriter, r *http.Request, session []byte, household, occasion string) {
	body := newGift{Status: "planned"}
	decoder := json.NewDecoder(io.LimitReader(r.Body, 1<<20))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&body) != nil || !uuidForm.MatchString(body.Recipient) || body.Name == "" || len(body.Name) > 300 || !statuses[body.Status] {
		problem(w, http.StatusUnprocessableEntity)
		return
	}
	var minor *int64
	var currency *string
	if body.Estimate != nil {
		minor, currency = &body.Estimate.Minor, &body.Estimate.Currency
	}
	var g gift
	arguments := []interface{}{newID(), body.Name, body.Status, minor, body.URL, body.Notes, body.Category, body.Recipient, occasion, currency, body.Category, body.Category, 500}
	err := s.ask(r.Context(), session, household, s.add, arguments, func(rows pgx.Rows) error {
		if !rows.Next() {
			if rows.Err() != nil {
				return rows.Err()
			}
			return errNotFound
		}
		var household, author string
		var estimate, actual *int64
		var created, deleted, revealed *time.Time
		var version int32
		var unit string
		if err := rows.Scan(&g.ID, &household, &g.Occasion, &g.Recipient, &g.Name, &g.Status, &estimate, &g.URL, &g.Notes, &author,
			&created, &version, &deleted, &revealed, &g.Category, &unit, &actual); err != nil {
			return err
		}
		g.Estimate, g.Actual, g.Revealed = amount(estimate, unit), amount(actual, unit), revealed != nil
		rows.Close()
		return rows.Err()
	})
	if err == nil {
		w.Header().Set("Location", r.URL.Path+"/"+g.ID)
	}
	answer(w, http.StatusCreated, g, err)
}

// ask sends both statements in one round trip, which is one implicit transaction.
func (s *server) ask(ctx context.Context, session []byte, household, statement string, arguments []interface{}, read func(pgx.Rows) error) error {
	batch := &pgx.Batch{}
	batch.Queue(s.enter, session, household)
	batch.Queue(statement, arguments...)
	results := s.pool.SendBatch(ctx, batch)
	defer results.Close()
	var account, member, home, role, currency, zone *string
	switch err := results.QueryRow().Scan(&account, &member, &home, &role, &currency, &zone); {
	case errors.Is(err, pgx.ErrNoRows):
		return errSignedOut
	case err != nil:
		return err
	case member == nil:
		return errNotFound
	}
	rows, err := results.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	if err := read(rows); err != nil {
		return err
	}
	rows.Close()
	// The end of the batch is the commit: only now is anything stored.
	return results.Close()
}

func sessionHash(r *http.Request) ([]byte, error) {
	header := r.Header.Get("Authorization")
	if !strings.HasPrefix(header, "Bearer ") {
		return nil, errSignedOut
	}
	token, err := base64.RawURLEncoding.DecodeString(header[7:])
	if err != nil || len(token) != 32 {
		return nil, errSignedOut
	}
	hash := blake2b.Sum256(token)
	return hash[:], nil
}

// newID makes a UUID of version 7 (RFC 9562).
func newID() string {
	var b [16]byte
	rand.Read(b[6:])
	now := time.Now().UnixMilli()
	for i := 0; i < 6; i++ {
		b[i] = byte(now >> (40 - 8*i))
	}
	b[6] = b[6]&0x0f | 0x70
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16])
}

func amount(minor *int64, currency string) *money {
	if minor == nil {
		return nil
	}
	return &money{*minor, currency}
}

func answer(w http.ResponseWriter, status int, value interface{}, err error) {
	switch {
	case errors.Is(err, errSignedOut):
		problem(w, http.StatusUnauthorized)
	case errors.Is(err, errNotFound):
		problem(w, http.StatusNotFound)
	case err != nil:
		log.Print(err)
		problem(w, http.StatusInternalServerError)
	default:
		body, _ := json.Marshal(value)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		w.Write(body)
	}
}

func problem(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"title":%q,"status":%d}`, http.StatusText(status), status)
}

func statement(name string) string {
	text, err := os.ReadFile(os.Getenv("BENCH_SQL") + "/" + name + ".sql")
	if err != nil {
		log.Fatal(err)
	}
	return string(text)
}

func main() {
	config, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	connections, err := strconv.Atoi(os.Getenv("DATABASE_CONNECTIONS"))
	if err != nil {
		log.Fatal(err)
	}
	config.MinConns, config.MaxConns = int32(connections), int32(connections)
	pool, err := pgxpool.ConnectConfig(context.Background(), config)
	if err != nil {
		log.Fatal(err)
	}
	s := &server{pool: pool, enter: statement("enter"), list: statement("list"), add: statement("add")}
	log.Fatal(http.ListenAndServe(os.Getenv("BENCH_LISTEN"), s))
}
