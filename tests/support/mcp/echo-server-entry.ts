import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An MCP server that answers with the arguments that it got, character by character: it neither parses nor writes their
 * numbers. `echo` answers with structured content, `tell` with JSON in a text. Over stdio, or with `http` as argument over
 * HTTP, where it prints its address and answers as JSON, as a list and as events, in turns.
 */
const SCHEMA =
  `{"type":"object","properties":{"id":{"type":"integer","maximum":18014398509481983,"default":1e3},
  "rate":{"type":"number","enum":[1.10,2.50]}}}`.replace(/\s+/g, '');
/** A request of the server, whose id the SDK reads itself. */
const PING = '{"jsonrpc":"2.0","id":7000000.0,"method":"ping"}';

/** The arguments of a call as they stand in its text. */
function argumentsIn(message: string): string {
  const from = message.indexOf('"arguments":') + '"arguments":'.length;
  let depth = 0;
  for (const { 0: token, index } of message.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|[[{}\]]/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return message.slice(from, from + index + token.length);
  }
  throw new Error(`no arguments in ${message}`);
}

const RESULTS: Readonly<Record<string, (message: string) => string>> = {
  initialize: () =>
    '{"protocolVersion":"2025-06-18","capabilities":{"tools":{"x":1.0}},"serverInfo":{"name":"odd-server","version":"1"}}',
  'tools/list': () =>
    `{"tools":[{"name":"echo","inputSchema":${SCHEMA},"outputSchema":${SCHEMA}}],"_meta":{"2":1.0,"1":1}}`,
  'tools/call': (message) =>
    /"params":\{"name":"tell"/.test(message)
      ? `{"content":[{"type":"text","text":${JSON.stringify(argumentsIn(message))}}]}`
      : `{"content":[],"structuredContent":${argumentsIn(message)}}`,
};

/** The answer to a message, with an id in a form of its own; undefined for a notification. */
function answerTo(message: string): string | undefined {
  const [, method = ''] = /"method":"([^"]+)"/.exec(message) ?? [];
  const [, id] = /"id":(\d+)\}?$/.exec(message) ?? [];
  if (id === undefined) return undefined;
  return `{"jsonrpc":"2.0","id":${id}.0,"result":${RESULTS[method]?.(message) ?? '{}'}}`;
}

let answers = 0;
function respond(response: ServerResponse, answer: string): void {
  answers += 1;
  const form = answers % 3;
  response.writeHead(200, {
    'content-type': form === 0 ? 'text/event-stream' : 'Application/JSON; charset=utf-8',
  });
  // The lines of an event's data belong together.
  const events = [
    'id: 1',
    `data: ${PING}`,
    '',
    `data: ${answer.slice(0, 16)}`,
    `data:${answer.slice(16)}`,
    '',
    '',
  ];
  response.end([events.join('\r\n'), answer, `[${answer}]`][form]);
}

if (process.argv[2] === 'http') {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const answer = answerTo(body);
      if (request.method !== 'POST') response.writeHead(405).end();
      else if (answer === undefined) response.writeHead(202).end();
      else respond(response, answer);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
  });
} else {
  /** What is sent once the client has answered a ping. */
  let waiting = '';
  const received = (message: string): void => {
    const answer = answerTo(message);
    if (message.includes('"tools/list"')) {
      waiting = answer ?? '';
      process.stdout.write(`${PING}\n`);
    } else if (/"id":7000000\b/.test(message)) process.stdout.write(`${waiting}\n`);
    else if (answer !== undefined) process.stdout.write(`${answer}\n`);
  };
  // Not `readline`, which may also split at a separator of lines inside a text.
  let begun = '';
  process.stdin.setEncoding('utf8').on('data', (part: string) => {
    const lines = `${begun}${part}`.split('\n');
    begun = lines.pop() ?? '';
    lines.forEach(received);
  });
}
