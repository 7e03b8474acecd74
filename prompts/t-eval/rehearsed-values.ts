import type { JsonValue } from '../../core/canonical.js';
import type { SeededRandom } from '../../core/random.js';
import type { CallParameter } from '../../core/t-eval/call-rules.js';
import type { Language } from '../../core/t-eval/query.js';
import { fittingValue } from '../values/fitting-value.js';

/** Words used in mock texts. */
export const REHEARSED_WORDS = {
  en: {
    cities: [
      'Lyon',
      'Porto',
      'Berlin',
      'Kyoto',
      'Boston',
      'Oslo',
      'Lima',
      'Nairobi',
      'Perth',
      'Quebec',
      'Zagreb',
      'Hanoi',
      'Cusco',
      'Tbilisi',
      'Malmö',
      'Dakar',
      'Fukuoka',
      'Valparaíso',
      'Edinburgh',
      'Izmir',
    ],
    topics: [
      'solar energy',
      'old bridges',
      'jazz piano',
      'coral reefs',
      'bread baking',
      'chess openings',
      'night trains',
      'medieval maps',
      'urban gardens',
      'volcanoes',
      'marathon training',
      'ceramic glazes',
      'whale song',
      'vintage radios',
      'desert botany',
      'puppet theatre',
      'glacier hikes',
      'fermented tea',
      'lighthouses',
      'quilting patterns',
      'honeybee health',
      'sumo tournaments',
      'tidal power',
      'graphic novels',
      'wheelchair basketball',
      'Byzantine mosaics',
      'mushroom foraging',
      'kite festivals',
      'typewriter repair',
      'opera librettos',
      'hydroponics',
      'flamenco guitar',
    ],
  },
  zh: {
    cities: ['北京', '上海', '成都', '西安', '广州', '杭州', '青岛', '昆明', '武汉', '厦门'],
    topics: [
      '太阳能',
      '古代桥梁',
      '爵士钢琴',
      '珊瑚礁',
      '面包烘焙',
      '国际象棋开局',
      '夜间列车',
      '中世纪地图',
      '城市花园',
      '火山',
      '马拉松训练',
      '陶瓷釉料',
    ],
  },
} as const;

export const drawOne = <T>(values: readonly [T, ...T[]] | readonly T[], draw: SeededRandom): T =>
  draw.sample(values, 1)[0] as T;

/** An API's name as words: `Mail.send_text` is "send text". */
export const readableApiName = (apiName: string): string => {
  const words = apiName
    .slice(apiName.indexOf('.') + 1)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? 'it' : words;
};

/** A plausible value for a parameter of this name and type, within the rules of its document. */
export function rehearsedValue(parameter: CallParameter, language: Language, draw: SeededRandom): JsonValue {
  const { enum: allowed } = parameter;
  if (allowed !== undefined && allowed.length > 0) return drawOne(allowed, draw);
  return fittingValue(parameter, valueByName(parameter, language, draw), draw);
}

function valueByName({ name, type }: CallParameter, language: Language, draw: SeededRandom): JsonValue {
  switch (type.split(' or ')[0]) {
    case 'NUMBER':
      return /id$/i.test(name) ? draw.int(1000, 9999) : draw.int(1, 3);
    case 'FLOAT':
      return draw.int(-899, 899) / 10;
    case 'BOOLEAN':
      return draw.int(0, 1) === 1;
    case 'ARRAY':
      return [rehearsedText(name, language, draw)];
    case 'OBJECT':
      return {};
    default:
      return rehearsedText(name, language, draw);
  }
}

const two = (number: number): string => String(number).padStart(2, '0');

/** Text generators by parameter name; the first match applies. */
const TEXTS: readonly (readonly [RegExp, (language: Language, draw: SeededRandom) => string])[] = [
  [/date|check_?(in|out)|^(from|to)$/i, (_, draw) => `2024-05-${two(draw.int(1, 28))}`],
  [/time(?!span)/i, (_, draw) => `${two(draw.int(8, 20))}:${drawOne(['00', '15', '30', '45'], draw)}`],
  [/timespan/i, (_, draw) => drawOne(['day', 'hour', 'week'], draw)],
  [/e?mail|^address$/i, (_, draw) => `${drawOne(['ada', 'lin', 'omar', 'vera'], draw)}@library.org`],
  [/path|file|attachment|abs_|image/i, (_, draw) => `documents/notes-${draw.int(1, 90)}.txt`],
  [/url|link|website/i, (_, draw) => `https://library.org/${draw.int(100, 999)}`],
  [/ticker|symbol/i, (_, draw) => drawOne(['AAPL', 'MSFT', 'KO', 'SAP'], draw)],
  [/id$/i, (_, draw) => `r${draw.int(100, 999)}`],
  [
    /place|city|location|region|origin|destination|start|end|address/i,
    (language, draw) => drawOne(REHEARSED_WORDS[language].cities, draw),
  ],
];

export function rehearsedText(name: string, language: Language, draw: SeededRandom): string {
  const make = TEXTS.find(([pattern]) => pattern.test(name))?.[1];
  return make === undefined ? drawOne(REHEARSED_WORDS[language].topics, draw) : make(language, draw);
}
