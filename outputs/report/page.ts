import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import type { Figure } from './figure.js';

/** A call of an example with its arguments. */
export interface PageCall {
  readonly tool: string;
  readonly arguments: readonly {
    readonly parameter: string;
    readonly value: string;
    /** Where the value comes from; '' where nobody says. */
    readonly origin: string;
  }[];
}

/** A part of an example; what it lacks is ''. */
export interface PageTurn {
  readonly label: string;
  readonly user: string;
  readonly thought: string;
  readonly calls: readonly PageCall[];
  readonly observation: string;
  /** Who or what made the observation. */
  readonly observedBy: string;
  /** What was said of the observation, and of calls in vain. */
  readonly notes: readonly string[];
  readonly response: string;
}

/** An item in full. */
export interface PageExample {
  readonly name: string;
  /** What it is an example of. */
  readonly file: string;
  readonly from: string;
  readonly turns: readonly PageTurn[];
}

/** A report before it is a page. */
export interface ReportPage {
  readonly title: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly figures: readonly Figure[];
  /** Which examples these are. */
  readonly examplesNote: string;
  readonly examples: readonly PageExample[];
}

/** A turn of which only what is given is there. */
export const pageTurn = (given: Partial<PageTurn>): PageTurn => ({
  ...{
    label: '',
    user: '',
    thought: '',
    calls: [],
    observation: '',
    observedBy: '',
    notes: [],
    response: '',
  },
  ...given,
});

/** A value of an argument as people read it. */
export const shownValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** The report's text: one HTML file that needs no other. */
export const pageHtml = (page: ReportPage): string => template()({ style: asset('report.css'), ...page });

/** Made at first use: the folder of this file holds the template and its style, in the sources and in the build. */
const template = (): HandlebarsTemplateDelegate =>
  Handlebars.compile(asset('report.hbs'), { strict: true, preventIndent: true });

const asset = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
