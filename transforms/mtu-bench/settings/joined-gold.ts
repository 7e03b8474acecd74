import type { ToolCall, ValueOrigin } from '../../../core/mtu-bench/item.js';
import { ownPart } from '../../../core/own-part.js';
import type { Catalogue } from '../tools/catalogue.js';
import { answersQuestion, saysToBook } from './joined-text.js';

/**
 * Whether no part of the text answers a question that is not in it ("Yes for 5 people please"), and every booking is
 * requested with a word for booking ("3 people 11:00 on Sunday please" does not ask for a table).
 */
export const isAskedOutright = (
  parts: readonly { readonly text: string }[],
  calls: readonly ToolCall[],
  { tools }: Catalogue,
): boolean =>
  parts.every(({ text }) => !answersQuestion(text)) &&
  calls.every(({ tool }) => {
    const document = ownPart(tools, tool);
    return (
      !document?.transactional ||
      !/^(?:book|reserve)/i.test(document.name) ||
      parts.some(({ text }) => saysToBook(text))
    );
  });

/** Keeps the corpus's value of a stated origin, and how a model can know it. */
export const withNotes = (origin: ValueOrigin, before: ValueOrigin | undefined): ValueOrigin =>
  origin.kind === 'stated' && before?.kind === 'stated'
    ? {
        ...origin,
        ...(before.canonical !== undefined && { canonical: before.canonical }),
        ...(before.remedy && { remedy: before.remedy }),
      }
    : origin;
