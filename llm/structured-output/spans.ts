/** Stands around the number of a string: of Unicode's private use, so in no text that means something. */
export const PLACE = '\uE000';

/** A stretch of a model's text that is meant as one JSON value. */
export interface Span {
  readonly text: string;
  /** Whether all that it opens is closed again. */
  readonly closed: boolean;
  /** The text without comments, and with a placeholder (`"${PLACE}0${PLACE}"`) for each string. */
  readonly frame: string;
  /** The strings, in order, as JSON writes them. */
  readonly strings: readonly string[];
}

/** What begins an object or a list, rather than a bracket in prose. */
const BEGINS =
  /^(?:\{\s*(?:["'}]|\/[/*]|[\w$-]+\s*:)|\[\s*(?:["'{[\]\d-]|true\b|false\b|null\b|True\b|False\b|None\b))/;

/** The objects and lists in a text, from left to right, none of them within another; an open one is the last. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < text.length;) {
    if (!BEGINS.test(text.slice(at, at + 200))) {
      const next = text.slice(at + 1).search(/[{[]/);
      if (next === -1) break;
      at += 1 + next;
      continue;
    }
    const span = spanFrom(text, at);
    spans.push(span);
    at += span.text.length;
  }
  return spans;
}

/** Reads strings and comments as wholes, so that brackets in them count for nothing. */
const TOKEN =
  /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\/\/[^\n]*|\/\*(?:[^]*?\*\/|[^]*)|["'{}[\]]|[^"'{}[\]/]+|\//g;

function spanFrom(text: string, from: number): Span {
  TOKEN.lastIndex = from;
  let depth = 0;
  let frame = '';
  const strings: string[] = [];
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const [token] = found;
    // A quote alone, or a comment without its end: nothing comes after it.
    if (token === '"' || token === "'" || /^\/\*(?![^]*\*\/$)/.test(token)) break;
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    if (/^["']/.test(token)) {
      frame += `"${PLACE}${strings.length}${PLACE}"`;
      strings.push(asJsonWrites(token));
      continue;
    }
    frame += token;
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return { text: text.slice(from, TOKEN.lastIndex), closed: true, frame, strings };
  }
  return { text: text.slice(from), closed: false, frame, strings };
}

/** A string in either kind of quotes, perhaps with raw line breaks and backslashes that escape nothing. */
function asJsonWrites(token: string): string {
  const inner = token
    .slice(1, -1)
    .replace(/\\(u[\da-fA-F]{4}|[^])|["\u0000-\u001f]/g, (found, escaped: string | undefined) => {
      if (escaped === "'") return "'";
      const stands = escaped !== undefined && /^(?:u[\da-fA-F]{4}|["\\/bfnrt])$/.test(escaped);
      return stands ? found : JSON.stringify(found).slice(1, -1);
    });
  return `"${inner}"`;
}
