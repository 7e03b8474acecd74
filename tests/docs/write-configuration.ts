// `npm run docs:configuration`: writes the families' sections of docs/configuration.md from their tables.
import { readFileSync, writeFileSync } from 'node:fs';
import { familySpecs } from '../../families/index.js';
import { withSections } from './configuration-page.js';

const page = new URL('../../docs/configuration.md', import.meta.url);
writeFileSync(page, withSections(readFileSync(page, 'utf8'), familySpecs()));
