import type { ServerResponse } from 'node:http';
import type { Misbehaviour } from './script.js';

export function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendText(response, status, { type: 'application/json', text: JSON.stringify(body) }, headers);
}

export function sendText(
  response: ServerResponse,
  status: number,
  { type, text }: { readonly type: string; readonly text: string },
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(text);
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length, ...headers });
  response.end(bytes);
}

/** Sends an answer broken or oddly; false where the misbehaviour is none of sending. */
export function sendBroken(response: ServerResponse, misbehaviour: Misbehaviour, body: object): boolean {
  const bytes = Buffer.from(JSON.stringify(body));
  const half = bytes.subarray(0, Math.ceil(bytes.length / 2));
  const head = { 'content-type': 'application/json', 'content-length': bytes.length };
  switch (misbehaviour.kind) {
    case 'body cut off':
      response.writeHead(200, head);
      response.write(half, () => response.socket?.destroy());
      return true;
    case 'body stalls':
      response.writeHead(200, head);
      response.write(half);
      return true;
    case 'body truncated':
      response.writeHead(200, { ...head, 'content-length': half.length });
      response.end(half);
      return true;
    case 'padded body':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`\uFEFF\n\n  \n${bytes.toString()}`);
      return true;
    case 'no choices':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"choices":[]}');
      return true;
    case 'web page':
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html><body>Welcome</body></html>');
      return true;
    default:
      return false;
  }
}
