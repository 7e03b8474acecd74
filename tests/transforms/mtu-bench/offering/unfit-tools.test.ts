import { expect, it } from 'vitest';
import { offerable, unfitTools } from '../../../../transforms/mtu-bench/offering/unfit-tools.js';
import { catalogueOf, clusterLexically, tool } from '../clustering/support.js';

const before = catalogueOf(
  tool('Inns_1.FindInn', { required: ['city'] }),
  tool('Inns_2.FindInn', { required: ['city'] }),
  tool('Chat_1.SayHello', { required: ['name'] }),
  tool('Museums_1.RateMuseum', { required: ['museum'] }),
);
const { catalogue, mapping } = clusterLexically(before);
const unfit = (...ids: string[]) => unfitTools(mapping.clusters, (id) => ids.includes(id));

it('a tool is offered with no item where none of its intents is fit', () => {
  const { tools, members } = offerable(catalogue, unfit('Chat_1.SayHello'));
  expect(Object.keys(tools).sort()).toEqual(['Inns_1.FindInn', 'Museums_1.RateMuseum']);
  expect(Object.keys(members).sort()).toEqual(['Inns_1.FindInn', 'Inns_2.FindInn']);
});

it('one of which some are fit is shown as one of those', () => {
  const one = unfit('Inns_1.FindInn');
  expect(one).toEqual({ tools: [], members: ['Inns_1.FindInn'] });
  const { tools, members } = offerable(catalogue, one);
  expect(tools).toEqual(catalogue.tools);
  expect(Object.keys(members)).toEqual(['Inns_2.FindInn']);
  expect(unfit('Inns_1.FindInn', 'Inns_2.FindInn').tools).toEqual(['Inns_1.FindInn']);
});

it('everything is offered where all intents are fit', () => {
  expect(offerable(catalogue, unfit())).toEqual({ tools: catalogue.tools, members: catalogue.members });
  expect(offerable(catalogue)).toEqual({ tools: catalogue.tools, members: catalogue.members });
});
