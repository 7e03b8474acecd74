import type { FastifyInstance } from 'fastify';
import { refused } from './errors.js';

/** Greatest nesting depth. Items have a dozen levels; code that reads much deeper ones would exhaust the stack. */
export const JSON_DEPTH = 100;

/** Reads bodies as Fastify does, but refuses those that are nested too deeply. @throws REQUEST_INVALID */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (isDeep(text))
      done(
        refused(
          'REQUEST_INVALID',
          `JSON with more than ${JSON_DEPTH} lists and objects in each other`,
          'See /api/openapi.json for what is expected.',
        ),
      );
    else void parse(request, text, done);
  });
}

/** Counts brackets outside of strings without parsing, because parsing would exhaust the stack. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    } else if (character === '[' || character === '{') {
      if (++depth > JSON_DEPTH) return true;
    } else if (character === ']' || character === '}') depth--;
  }
  return false;
}
