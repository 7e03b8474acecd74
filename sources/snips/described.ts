import { readableName, type ServiceDescriptions } from '../labelled/services.js';
import { doubtOf } from './doubt.js';
import { ownPart } from '../../core/own-part.js';

/**
 * Topics, by SGD's names where they match: the two are then never distractors for each other and are held out
 * together.
 */
const SERVICES: Readonly<Record<string, string>> = {
  AddToPlaylist: 'Music',
  BookRestaurant: 'Restaurants',
  GetWeather: 'Weather',
  PlayMusic: 'Music',
  RateBook: 'Books',
  SearchCreativeWork: 'CreativeWorks',
  SearchScreeningEvent: 'Movies',
};

/**
 * SNIPS has names only; the descriptions are ours. An unknown intent, in user data of this format, is its own service.
 */
export const SNIPS_DESCRIPTIONS: ServiceDescriptions = {
  serviceOf: (intent) => ownPart(SERVICES, intent) ?? intent,
  services: {
    Books: 'Books and their ratings',
    CreativeWorks: 'Books, films, songs, games and other works',
    Movies: 'Movies and where they are shown',
    Music: 'Music, playlists and how they are played',
    Restaurants: 'Restaurants and tables in them',
    Weather: 'The weather, now and to come',
  },
  intents: {
    AddToPlaylist: 'Add a song, album or artist to a playlist',
    BookRestaurant: 'Book a table at a restaurant',
    GetWeather: 'Look up the weather at a place and time',
    PlayMusic: 'Play music',
    RateBook: 'Rate a book',
    SearchCreativeWork: 'Find a book, film, song, game or other work by its name',
    SearchScreeningEvent: 'Find out where and when movies are shown',
  },
  slot: readableName,
  doubtOf,
};
