import type { ReactNode } from 'react';

/**
 * Renders Markdown as React elements: headings, lists, tables, quotes, code, emphasis, links. The text is never
 * interpreted as HTML, so it cannot run code; links lead only to http, https or mail.
 */
export function Markdown({ text }: { readonly text: string }) {
  return <div className="markdown">{blocks(text.replace(/\r\n?/g, '\n').split('\n'))}</div>;
}

const ITEM = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;
const FENCE = /^\s*(```|~~~)/;
const TABLE_LINE = /^\s*\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$/;

const begins = (line: string): boolean =>
  line.trim() === '' || [ITEM, HEADING, RULE, FENCE, /^\s*>/].some((form) => form.test(line));

function blocks(lines: readonly string[]): ReactNode[] {
  const made: ReactNode[] = [];
  let at = 0;
  const take = (wanted: (line: string, from: number) => boolean): string[] => {
    const start = at;
    while (at < lines.length && wanted(lines[at] ?? '', at - start)) at += 1;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const key = made.length;
    const heading = HEADING.exec(line);
    if (line.trim() === '') at += 1;
    else if (FENCE.test(line)) {
      at += 1;
      const code = take((one) => !FENCE.test(one));
      at += 1;
      made.push(
        <pre key={key}>
          <code>{code.join('\n')}</code>
        </pre>,
      );
    } else if (heading) {
      at += 1;
      made.push(headingOf(heading[1]?.length ?? 1, inline(heading[2] ?? ''), key));
    } else if (RULE.test(line)) {
      at += 1;
      made.push(<hr key={key} />);
    } else if (/^\s*>/.test(line)) {
      const quoted = take((one) => /^\s*>/.test(one)).map((one) => one.replace(/^\s*> ?/, ''));
      made.push(<blockquote key={key}>{blocks(quoted)}</blockquote>);
    } else if (line.includes('|') && TABLE_LINE.test(lines[at + 1] ?? '')) {
      made.push(
        tableOf(
          take((one) => one.includes('|')),
          key,
        ),
      );
    } else if (ITEM.test(line)) {
      made.push(
        listOf(
          take((one, from) => from === 0 || isOfList(one)),
          key,
        ),
      );
    } else {
      const words = take((one, from) => from === 0 || !begins(one));
      made.push(<p key={key}>{inline(words.join('\n'))}</p>);
    }
  }
  return made;
}

/** The page has the first heading level, and a dialog the second. */
function headingOf(rank: number, words: ReactNode, key: number): ReactNode {
  if (rank <= 1) return <h3 key={key}>{words}</h3>;
  return rank === 2 ? <h4 key={key}>{words}</h4> : <h5 key={key}>{words}</h5>;
}

const isOfList = (line: string): boolean => ITEM.test(line) || /^\s{2,}\S/.test(line);

function listOf(lines: readonly string[], key: number): ReactNode {
  const [, blanks = '', number] = ITEM.exec(lines[0] ?? '') ?? [];
  const items: string[][] = [];
  for (const line of lines) {
    const [, indent = '', , words = ''] = ITEM.exec(line) ?? [];
    const own = ITEM.test(line) && indent.length <= blanks.length;
    if (own) items.push([words]);
    else items.at(-1)?.push(line.replace(/^\s{1,4}/, ''));
  }
  const children = items.map(([first = '', ...rest], at) => (
    <li key={at}>
      {inline(first)}
      {rest.length > 0 && blocks(rest)}
    </li>
  ));
  return number === undefined ? (
    <ul key={key}>{children}</ul>
  ) : (
    <ol key={key} start={Number(number)}>
      {children}
    </ol>
  );
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function tableOf(lines: readonly string[], key: number): ReactNode {
  const [head = '', , ...rows] = lines;
  return (
    <table key={key}>
      <thead>
        <tr>
          {cellsOf(head).map((cell, at) => (
            <th key={at} scope="col">
              {inline(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {cellsOf(row).map((cell, column) => (
              <td key={column}>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const INLINE =
  /(?<code>`+)(?<coded>.+?)\k<code>|\[(?<label>[^\]\n]+)\]\((?<href>(?:[^\s()]|\([^\s()]*\))+)\)|<(?<auto>https?:\/\/[^\s>]+)>|(?<strong>\*\*|__)(?=\S)(?<bold>.+?\S?)\k<strong>|(?<em>[*_])(?=\S)(?<leaning>[^*_\n]+?)\k<em>(?!\w)/su;

/** A link that can only navigate. */
const isSafe = (href: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(href);

function inline(text: string): ReactNode {
  const found = INLINE.exec(text);
  if (!found) return text;
  const { coded, label, href = '', auto, bold, leaning } = found.groups ?? {};
  const link = auto ?? href;
  const inner =
    coded !== undefined ? (
      <code>{coded.trim()}</code>
    ) : label !== undefined || auto !== undefined ? (
      isSafe(link) ? (
        <a href={link} target="_blank" rel="noreferrer noopener">
          {label ?? auto}
        </a>
      ) : (
        <>{label}</>
      )
    ) : bold !== undefined ? (
      <strong>{inline(bold)}</strong>
    ) : (
      <em>{inline(leaning ?? '')}</em>
    );
  return (
    <>
      {text.slice(0, found.index)}
      {inner}
      {inline(text.slice(found.index + found[0].length))}
    </>
  );
}
