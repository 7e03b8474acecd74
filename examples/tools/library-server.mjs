#!/usr/bin/env node
// The town library of library.openapi.yaml, really served on this machine; its loans live as long as the process.
// It says what it was asked, a line each. POST /reset, which is not in the document, takes all books back.
// Start it: node examples/tools/library-server.mjs [PORT]   (default 4170; 0: a free one, which it prints)
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const BOOKS = [
  { id: 'b1', title: 'The Salt Road', author: 'Ada Brand', genre: 'novel', similar: ['b4'] },
  { id: 'b2', title: 'Night Trains', author: 'Tomas Lind', genre: 'travel', similar: ['b1', 'b4'] },
  { id: 'b3', title: 'What Snails Know', author: 'Mina Okafor', genre: 'science', similar: [] },
  { id: 'b4', title: 'Harbour Songs', author: 'Ada Brand', genre: 'poetry', similar: ['b2'] },
];
const GENRES = ['novel', 'poetry', 'science', 'travel'];
const loans = new Map();
let lent = 0;

const document = readFileSync(new URL('library.openapi.yaml', import.meta.url), 'utf8');
const isIn = (id) => ![...loans.values()].some(({ book }) => book === id);
const shown = ({ similar, ...book }, depth = 1) => ({
  ...book,
  available: isIn(book.id),
  ...(depth > 0
    ? { similar: similar.map((id) => shown(BOOKS.find((one) => one.id === id), depth - 1)) }
    : {}),
});

class Fault extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
const found = (one, what) => {
  if (one === undefined) throw new Fault(404, `There is no such ${what}.`);
  return one;
};

function list(query) {
  const words = (query.get('words') ?? '').toLowerCase();
  const genre = query.get('genre');
  const limit = Number(query.get('limit') ?? 10);
  if (genre !== null && !GENRES.includes(genre)) throw new Fault(400, `genre is one of ${GENRES.join(', ')}.`);
  if (!Number.isInteger(limit) || limit < 1 || limit > 50) throw new Fault(400, 'limit is 1 to 50.');
  const books = BOOKS.filter(
    (book) => `${book.title} ${book.author}`.toLowerCase().includes(words) && (genre ?? book.genre) === book.genre,
  );
  return { books: books.slice(0, limit).map((book) => shown(book)), total: books.length };
}

function lend({ book, member, days = 14 }) {
  if (typeof book !== 'string' || typeof member !== 'string') throw new Fault(400, 'book and member are needed.');
  if (!Number.isInteger(days) || days < 1 || days > 28) throw new Fault(400, 'days is 1 to 28.');
  found(
    BOOKS.find(({ id }) => id === book),
    'book',
  );
  if (!isIn(book)) throw new Fault(409, 'The book is lent to somebody else.');
  const loan = { id: `l${++lent}`, book, member, days };
  loans.set(loan.id, loan);
  return loan;
}

function takeBack(id) {
  const loan = found(loans.get(id), 'loan');
  loans.delete(id);
  return loan;
}

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > 10_000) throw new Fault(413, 'The request is too large.');
  }
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw new Fault(400, 'The body is not JSON.');
  }
}

async function answer(request) {
  const { pathname, searchParams } = new URL(request.url, 'http://library');
  const [, collection, id] = pathname.split('/').map(decodeURIComponent);
  const asked = `${request.method} ${collection}${id === undefined ? '' : '/'}`;
  if (asked === 'GET books') return [200, list(searchParams)];
  if (asked === 'GET books/')
    return [
      200,
      shown(
        found(
          BOOKS.find((one) => one.id === id),
          'book',
        ),
      ),
    ];
  if (asked === 'POST loans') return [201, lend(await bodyOf(request))];
  if (asked === 'DELETE loans/') return [200, takeBack(id)];
  throw new Fault(404, 'There is nothing at this address.');
}

const server = createServer(async (request, response) => {
  if (request.url === '/openapi.yaml') {
    response.writeHead(200, { 'content-type': 'application/yaml' }).end(document);
    return;
  }
  if (request.method === 'POST' && request.url === '/reset') {
    loans.clear();
    lent = 0;
    response.writeHead(204).end();
    process.stdout.write('POST /reset 204\n');
    return;
  }
  let status = 500;
  let body = { error: 'Something went wrong.' };
  try {
    [status, body] = await answer(request);
  } catch (error) {
    if (error instanceof Fault) [status, body] = [error.status, { error: error.message }];
  }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  process.stdout.write(`${request.method} ${request.url} ${status}\n`);
});
server.listen(Number(process.argv[2] ?? 4170), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
