/** The house's import rules (DESIGN.md, "The house"): a room may import only what is listed for it. */
const rooms = {
  core: [],
  sources: ['core'],
  // Reaching a tool's server is one thing, whether its documents are read or its tools are called.
  simulators: ['core', 'sources'],
  prompts: ['core'],
  transforms: ['core'],
  engine: ['core'],
  store: ['core'],
  llm: ['core', 'store', 'prompts'],
  outputs: ['core', 'transforms', 'prompts'],
  activities: ['core', 'sources', 'prompts', 'transforms', 'engine', 'store', 'llm', 'outputs', 'simulators'],
  workflows: ['core'],
  review: ['core', 'store', 'transforms', 'simulators'],
};
const only = ([room, allowed]) => ({
  name: `${room}-imports-only-${allowed.join('-') || 'nothing-of-ours'}`,
  severity: 'error',
  from: { path: `^${room}/` },
  to: {
    path: '^(activities|bench|cli|core|engine|outputs|prompts|sources|store|transforms|workflows|review|llm|simulators|tests)/',
    pathNot: `^(${[room, ...allowed].join('|')})/`,
    // Workflows see activities as types only; types vanish before the sandbox.
    ...(room === 'workflows' ? { dependencyTypesNot: ['type-only'] } : {}),
  },
});

module.exports = {
  forbidden: [
    ...Object.entries(rooms).map(only),
    {
      name: 'workflow-types-of-activities-only',
      severity: 'error',
      from: { path: '^workflows/' },
      to: { path: '^(cli|bench|engine|llm|outputs|prompts|simulators|sources|store|transforms|tests)/' },
    },
    {
      name: 'no-node-built-in-in-the-sandbox',
      severity: 'error',
      from: { path: '^(core|workflows)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'product-knows-no-tests',
      severity: 'error',
      from: { pathNot: '^(tests|bench)/' },
      to: { path: '^(tests|bench)/' },
    },
    {
      name: 'review-page-imports-only-core',
      severity: 'error',
      from: { path: '^review/web/' },
      to: {
        path: '^(activities|bench|cli|engine|llm|outputs|prompts|sources|store|transforms|workflows|tests|review/(?!web/))',
      },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
