import { defineConfig } from 'benchwright';

// The configuration of docs/your-api.md: which model does what, and what may really be called.
export default defineConfig({
  models: {
    // The server that models are asked at: here the local mock server of docs/your-api.md. Without this line it is OpenAI's.
    // The key stands in the environment, as OPENAI_API_KEY.
    openai: { baseUrl: 'http://127.0.0.1:4180/v1' },
    roles: {
      generator: { provider: 'openai', model: 'gpt-5-mini' }, // writes queries for sets of two or three tools
      refiner: { provider: 'openai', model: 'gpt-5-mini' }, // makes them sound like people
      planner: { provider: 'openai', model: 'gpt-5' }, // solves each query, one call after another
      reviewer: { provider: 'openai', model: 'gpt-5-mini' }, // says of each response whether the step is done
      simulator: { provider: 'openai', model: 'gpt-5-mini' }, // answers in place of what is not really called
    },
    // US dollars per million tokens, for `plan` and budgets. These are examples; look up the prices of your models.
    prices: { 'gpt-5': { input: 1.25, output: 10 }, 'gpt-5-mini': { input: 0.25, output: 2 } },
  },
  tools: {
    allowHosts: ['127.0.0.1:4170'], // OpenAPI operations of these hosts are really called; of all others none
    // What only reads may be called there; of all else, what is named here. The rest is simulated.
    allowCalls: ['Loans.lend_book', 'ReadingList.*'],
    // Before each dialogue, so that none finds what another one lent.
    reset: { url: 'http://127.0.0.1:4170/reset' },
    // What is sent along, by host. The secret itself stands in the environment, never here.
    headers: { '127.0.0.1:4170': [{ name: 'authorization', from: 'LIBRARY_AUTHORIZATION' }] },
    // MCP servers by the name that each gives itself: how those of a kept document are started.
    servers: { 'reading-list': { command: 'node', args: ['reading-list.mjs'] } },
    timeoutSeconds: 30,
  },
});
