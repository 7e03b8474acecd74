import { describe, expect, it } from 'vitest';
import { BenchwrightError, formatError, toErrorRecord } from '../../../../core/errors/benchwright-error.js';
import { assertDecisionsFit } from '../../../../transforms/mtu-bench/clustering/assert-decisions-fit.js';
import {
  parseDecisions,
  type ClusterDecisions,
} from '../../../../transforms/mtu-bench/clustering/decisions.js';
import { catalogueOf, clusterLexically, membersOf, tool } from './support.js';

const FILE = `# What the team decided on 2 May.
clusters:
  - name: FindFood
    tools: [Restaurants_1.FindRestaurants, Restaurants_2.FindRestaurants]
    slots:
      city: [Restaurants_1.FindRestaurants.city, Restaurants_2.FindRestaurants.location]
  - tools: [Media_1.FindMovies]
apart:
  - [Movies_1.FindMovies, Movies_2.FindMovies]
`;

const CATALOGUE = catalogueOf(
  tool('Media_1.FindMovies', { required: ['genre'] }),
  tool('Media_2.FindMovies', { required: ['genre'] }),
  tool('Movies_1.FindMovies', { required: ['genre', 'location'] }),
  tool('Movies_2.FindMovies', { required: ['genre'] }),
  tool('Restaurants_1.FindRestaurants', { required: ['cuisine', 'city'], results: ['address'] }),
  tool('Restaurants_2.FindRestaurants', { required: ['category', 'location'], results: ['address'] }),
  tool('Weather_1.GetWeather', { required: ['city'] }),
);

const read = (text: string): ClusterDecisions => {
  const decisions = parseDecisions(text, 'clusters.yaml');
  assertDecisionsFit(decisions, CATALOGUE, 'clusters.yaml');
  return decisions;
};

/** What is reported of a file, without the line on what to do next, which is always the same. */
function messageOf(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (!BenchwrightError.is(error)) throw error;
    expect(error.code).toBe('CLUSTERS_INVALID');
    return formatError(toErrorRecord(error)).split('\n').slice(1, -1).join('\n');
  }
  throw new Error('the file was taken');
}

describe('a file of decisions', () => {
  it('names members, clusters and slots', () => {
    expect(read(FILE)).toEqual({
      clusters: [
        {
          name: 'FindFood',
          tools: ['Restaurants_1.FindRestaurants', 'Restaurants_2.FindRestaurants'],
          slots: { city: ['Restaurants_1.FindRestaurants.city', 'Restaurants_2.FindRestaurants.location'] },
        },
        { tools: ['Media_1.FindMovies'] },
      ],
      apart: [['Movies_1.FindMovies', 'Movies_2.FindMovies']],
    });
  });

  it.each(['', '# nothing yet\n', 'clusters: []\n', '{}'])(
    'that says nothing decides nothing: %j',
    (text) => {
      expect(read(text)).toEqual({ clusters: [], apart: [] });
    },
  );

  it.each([
    ['no YAML', 'clusters:\n  - tools: [Media_1.FindMovies\napart: []\n'],
    ['a key twice', 'apart: []\napart: []\n'],
    ['an unknown key', 'clusters:\n  - tools: [Media_1.FindMovies]\n    nmae: X\n'],
    ['a text for a list', 'clusters:\n  - name: X\n    tools: Media_1.FindMovies\n'],
    ['a cluster of nothing', 'clusters:\n  - tools: []\n'],
    ['one tool apart', 'apart:\n  - [Media_1.FindMovies]\n'],
    ['a name with a space', 'clusters:\n  - name: Find Food\n    tools: [Media_1.FindMovies]\n'],
    ['an alias of nothing', 'apart: [*movies]\n'],
    ['a list at the top', '- Media_1.FindMovies\n'],
  ])('is refused for %s', (_, text) => {
    expect(messageOf(text)).toMatchSnapshot();
  });

  it.each([
    ['a tool that is not there', 'clusters: [{tools: [Restaurant_1.FindRestaurant]}]'],
    ['a tool apart that is not there', 'apart: [[Media_1.FindMovies, Media_1.FindMovie]]'],
    ['a tool in two clusters', 'clusters: [{tools: [Media_1.FindMovies]}, {tools: [Media_1.FindMovies]}]'],
    ['a tool apart from itself', 'apart: [[Media_1.FindMovies, Media_1.FindMovies]]'],
    [
      'tools together and apart',
      'clusters: [{tools: [Media_1.FindMovies, Media_2.FindMovies]}]\napart: [[Media_1.FindMovies, Weather_1.GetWeather, Media_2.FindMovies]]',
    ],
    [
      'one name for two clusters',
      'clusters: [{name: X, tools: [Media_1.FindMovies]}, {name: X, tools: [Media_2.FindMovies]}]',
    ],
    ['the name of a tool elsewhere', 'clusters: [{name: GetWeather, tools: [Media_1.FindMovies]}]'],
    [
      'a slot that is not there',
      'clusters: [{tools: [Media_1.FindMovies], slots: {kind: [Media_1.FindMovies.genres]}}]',
    ],
    [
      'a slot of a tool elsewhere',
      'clusters: [{tools: [Media_1.FindMovies], slots: {kind: [Media_2.FindMovies.genre]}}]',
    ],
    [
      'a slot under two names',
      'clusters: [{tools: [Media_1.FindMovies], slots: {a: [Media_1.FindMovies.genre], b: [Media_1.FindMovies.genre]}}]',
    ],
    [
      'two slots of a tool under one name',
      'clusters: [{tools: [Movies_1.FindMovies], slots: {a: [Movies_1.FindMovies.genre, Movies_1.FindMovies.location]}}]',
    ],
    [
      'the name of a slot that is not listed',
      'clusters: [{tools: [Movies_1.FindMovies], slots: {location: [Movies_1.FindMovies.genre]}}]',
    ],
  ])('does not fit for %s', (_, text) => {
    expect(messageOf(text)).toMatchSnapshot();
  });

  it('says what to do next', () => {
    let next = '';
    try {
      parseDecisions('apart: 1', 'clusters.yaml');
    } catch (error) {
      next = toErrorRecord(error).next;
    }
    expect(next).toContain('data/tool-mapping.json');
  });

  it('may keep a name that tools share, and swap names of slots', () => {
    expect(() =>
      read(`clusters:
        - {name: FindMovies, tools: [Media_1.FindMovies]}
        - tools: [Movies_1.FindMovies]
          slots: {genre: [Movies_1.FindMovies.location], location: [Movies_1.FindMovies.genre]}`),
    ).not.toThrow();
  });
});

describe('what a person decided', () => {
  it('stands whatever the embedder says, at any threshold', () => {
    for (const threshold of [0, 0.12, 2]) {
      const clustered = clusterLexically(CATALOGUE, { threshold }, read(FILE));
      const groups = membersOf(clustered);
      expect(groups).toContainEqual(['Restaurants_1.FindRestaurants', 'Restaurants_2.FindRestaurants']);
      expect(groups).toContainEqual(['Media_1.FindMovies']);
      expect(
        groups.some((ids) => ids.includes('Movies_1.FindMovies') && ids.includes('Movies_2.FindMovies')),
      ).toBe(false);
    }
  });

  it('gives the cluster its name and its slots theirs; the slots that it does not name are clustered', () => {
    const { catalogue, naming, mapping } = clusterLexically(CATALOGUE, {}, read(FILE));
    expect(catalogue.tools['Restaurants_1.FindRestaurants']).toMatchObject({
      name: 'FindFood',
      required: ['city'],
      optional: { cuisine: 'dontcare', category: 'dontcare' },
      results: ['address'],
    });
    expect(naming['Restaurants_2.FindRestaurants']).toEqual({
      tool: 'Restaurants_1.FindRestaurants',
      slots: { location: 'city' },
    });
    expect(mapping.clusters.find(({ name }) => name === 'FindFood')).toMatchObject({
      decidedBy: 'person',
      requiredBySome: ['cuisine', 'category'],
    });
  });

  it('is marked where it changed a cluster, and only there', () => {
    const decidedBy = (text: string): Record<string, string> =>
      Object.fromEntries(
        clusterLexically(CATALOGUE, {}, read(text)).mapping.clusters.map((cluster) => [
          cluster.members.map(({ service }) => service).join(' '),
          cluster.decidedBy,
        ]),
      );
    expect(decidedBy('clusters: [{tools: [Media_1.FindMovies]}]')).toEqual({
      Media_1: 'person',
      'Media_2 Movies_1 Movies_2': 'person',
      'Restaurants_1 Restaurants_2': 'clustering',
      Weather_1: 'clustering',
    });
    expect(decidedBy('apart: [[Media_1.FindMovies, Weather_1.GetWeather]]')).toEqual({
      'Media_1 Media_2 Movies_1 Movies_2': 'clustering',
      'Restaurants_1 Restaurants_2': 'clustering',
      Weather_1: 'clustering',
    });
  });

  it('joins tools of one service, and slots of different formats, as no embedder may', () => {
    const catalogue = catalogueOf(
      tool('S_1.AddAlarm', { required: ['at'], parameters: { at: { format: 'time', description: 'When' } } }),
      tool('S_1.SetAlarm', { required: ['kind'], parameters: { kind: { values: ['soft', 'loud'] } } }),
    );
    const decisions = parseDecisions(
      'clusters: [{tools: [S_1.AddAlarm, S_1.SetAlarm], slots: {how: [S_1.AddAlarm.at, S_1.SetAlarm.kind]}}]',
      'clusters.yaml',
    );
    assertDecisionsFit(decisions, catalogue, 'clusters.yaml');
    const { tools } = clusterLexically(catalogue, {}, decisions).catalogue;
    expect(Object.values(tools)).toEqual([
      expect.objectContaining({ required: ['how'], parameters: { how: { description: 'When' } } }),
    ]);
  });

  it('renames a tool that is alone', () => {
    const decisions = read(
      'clusters: [{name: Forecast, tools: [Weather_1.GetWeather], slots: {town: [Weather_1.GetWeather.city]}}]',
    );
    const { catalogue, naming } = clusterLexically(CATALOGUE, {}, decisions);
    expect(catalogue.tools['Weather_1.GetWeather']).toMatchObject({ name: 'Forecast', required: ['town'] });
    expect(naming['Weather_1.GetWeather']?.slots).toEqual({ city: 'town' });
  });
});
