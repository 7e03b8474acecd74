import * as z from 'zod';
import { jsonSchema } from './own-record.js';
import { valueRulesShape } from './values/rules.js';

/**
 * The tool documents of T-Eval's kind: a tool is a group of APIs, a call names `<Tool>.<api>` (formats/t-eval.md §3).
 * Not to be confused with `ToolDocument` of core/tool.ts, which is MTU-Bench's: one intent of a corpus's schema, with
 * slots instead of typed parameters, and nothing behind it that could be called. Neither is made from the other.
 */
const apiParameter = z.strictObject({
  /** What a call's arguments name; unique within its API. */
  name: z.string().min(1),
  /** T-Eval's words: STRING, NUMBER (whole), FLOAT, BOOLEAN; and ARRAY, OBJECT, or several with " or ". Empty: not given. */
  type: z.string(),
  description: z.string(),
  enum: z.array(jsonSchema).exactOptional(),
  default: jsonSchema.exactOptional(),
  /** What earlier versions read of an ARRAY or OBJECT; today it is `structure`, which prompts show and checks use. */
  schema: jsonSchema.exactOptional(),
  ...valueRulesShape,
});

const returnField = z.strictObject({
  name: z.string().min(1),
  description: z.string(),
  type: z.string().exactOptional(),
  format: valueRulesShape.format,
  enum: z.array(jsonSchema).exactOptional(),
  examples: valueRulesShape.examples,
  deprecated: valueRulesShape.deprecated,
});

/** Where an argument goes in an HTTP request. */
const argumentPlace = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie', 'body', 'whole-body']),
  /** Its name on the wire; the document's may differ where two places use one name. */
  as: z.string(),
  /** How arrays and objects are written, where the OpenAPI document says so. */
  style: z.string().exactOptional(),
  explode: z.boolean().exactOptional(),
});

/** A credential that a document asks for, by the name that it has there. */
const credential = z.strictObject({
  scheme: z.string(),
  type: z.enum(['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS']),
  /** Where it is sent and under which name; absent where it goes no such way (`mutualTLS`). */
  in: z.enum(['query', 'header', 'cookie']).exactOptional(),
  name: z.string().exactOptional(),
  /** How a header is written. */
  as: z.enum(['bearer', 'basic']).exactOptional(),
});

/**
 * Where an API came from, so that it can really be called. Holds no command line, key or path of a machine: how an MCP
 * server is reached and what credentials an API wants is told to a run, not written into a document.
 */
const apiOrigin = z.discriminatedUnion('kind', [
  /** A document alone: there is nothing to call. */
  z.strictObject({ kind: z.literal('document') }),
  z.strictObject({
    kind: z.literal('openapi'),
    /** Base URL without a final slash; empty where the document names none. */
    server: z.string(),
    /** In capitals. */
    method: z.string(),
    path: z.string(),
    operationId: z.string().exactOptional(),
    /** Its tags, where it has more than the one that its tool is named by. */
    tags: z.array(z.string()).exactOptional(),
    places: z.array(argumentPlace),
    /** Content type of the request's body. */
    body: z.string().exactOptional(),
    /** Names of the security schemes that it wants. */
    security: z.array(z.string()),
    /** Sets of credentials of which it wants one; an empty set: it may be called without. Absent: it wants none. */
    credentials: z.array(z.array(credential)).exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('mcp'),
    /** The name that the server gives itself. */
    server: z.string(),
    tool: z.string(),
    /** What the server's annotations promise; false where they say nothing. */
    readOnly: z.boolean(),
    idempotent: z.boolean(),
    /** Whether the server says that it destroys; absent where it says nothing. */
    destructive: z.boolean().exactOptional(),
  }),
]);

/** What an API's document says of it: where it came from is no part of that. */
export const apiDocumentSchema = z.strictObject({
  /** Its name within the tool; see `fullApiName`. */
  name: z.string().min(1),
  description: z.string(),
  required: z.array(apiParameter),
  optional: z.array(apiParameter),
  returns: z.array(returnField),
  deprecated: z.literal(true).exactOptional(),
});

const libraryApi = apiDocumentSchema.extend({ origin: apiOrigin });

const libraryTool = z.strictObject({
  name: z.string().min(1),
  description: z.string(),
  /** Labels such as "travel", in the order given. */
  domains: z.array(z.string()),
  apis: z.array(libraryApi).min(1),
});

/** A file of tool documents as `benchwright tools show --json` writes it and every `--tools` reads it. */
export const toolLibrarySchema = z.object({
  format: z.literal('benchwright-tools/1'),
  tools: z.array(libraryTool).min(1),
});

export type ApiParameter = z.infer<typeof apiParameter>;
export type ReturnField = z.infer<typeof returnField>;
export type Credential = z.infer<typeof credential>;
export type ArgumentPlace = z.infer<typeof argumentPlace>;
export type ApiOrigin = z.infer<typeof apiOrigin>;
export type ApiDocument = z.infer<typeof apiDocumentSchema>;
export type LibraryApi = z.infer<typeof libraryApi>;
export type LibraryTool = z.infer<typeof libraryTool>;
export type ToolLibrary = z.infer<typeof toolLibrarySchema>;

export const LIBRARY_FORMAT = 'benchwright-tools/1';

/** APIs of one library at most: every step over them is linear, but a benchmark of more is a mistake. */
export const MAX_APIS = 10_000;

/** `<Tool>.<api>`: what plans, calls and evaluation files name. */
export const fullApiName = (tool: Pick<LibraryTool, 'name'>, api: Pick<LibraryApi, 'name'>): string =>
  `${tool.name}.${api.name}`;

/** What is wrong or weak in tool documents. Errors make them unusable, warnings make a worse benchmark. */
export interface ToolFinding {
  readonly level: 'error' | 'warning';
  /** Short and the same for all of a kind: they are counted by it. */
  readonly kind: string;
  /** Tool, full API name, or full API name and parameter. */
  readonly where: string;
  readonly detail: string;
}
