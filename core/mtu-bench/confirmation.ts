import * as z from 'zod';
import { recordOf } from '../own-record.js';

/**
 * When a corpus's system makes a call that changes data for the user: after the user has confirmed the details (the
 * default), at once, or at once except for calls that send an order.
 */
export const CONFIRMATIONS = ['asked', 'at-once', 'before-sending'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/** By split; `*` applies to the others. */
export const confirmationsSchema = recordOf(z.enum(CONFIRMATIONS));
export type Confirmations = Readonly<Record<string, Confirmation>>;

/** The text of each rule in prompts of dialogues. */
export const CONFIRMATION_RULES: Readonly<Record<Confirmation, string>> = {
  asked:
    'Before a call that carries something out for the user (books, buys, reserves, transfers, plays), let the user confirm its details; call nothing until then.',
  'at-once':
    'Make a call that carries something out for the user (books, reserves) as soon as the user wants it and all that it needs is known; ask for no confirmation.',
  'before-sending':
    'Make calls that add to an order or change it as soon as the user asks for it; before the call that sends the order, let the user confirm it.',
};
