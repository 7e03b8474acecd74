import { readableName, type ServiceDescriptions } from '../labelled/services.js';
import { ownPart } from '../../core/own-part.js';

/**
 * All of ATIS is about air travel. The name is SGD's topic for flights, so that neither is a distractor for the other
 * and both are held out together.
 */
const SERVICE = 'Flights';

/** Roles in the first part of a slot name: `fromloc.city_name` is the departure city. */
const ROLES: Readonly<Record<string, string>> = {
  fromloc: 'of the place of departure',
  toloc: 'of the place of arrival',
  stoploc: 'of the stop on the way',
  depart_date: 'of the departure',
  depart_time: 'of the departure',
  arrive_date: 'of the arrival',
  arrive_time: 'of the arrival',
  return_date: 'of the return',
  return_time: 'of the return',
};

/** ATIS has names only; the descriptions are ours. */
export const ATIS_DESCRIPTIONS: ServiceDescriptions = {
  serviceOf: () => SERVICE,
  services: { [SERVICE]: 'Air travel: flights, fares, airlines, airports and ground transport' },
  intents: {
    atis_abbreviation: 'Explain an abbreviation or code',
    atis_aircraft: 'Find which aircraft flies a route or flight',
    atis_airfare: 'Find the fares of flights',
    atis_airline: 'Find the airlines that fly a route, or what an airline code stands for',
    atis_airport: 'Find airports',
    atis_capacity: 'Find how many people an aircraft seats',
    atis_cheapest: 'Find the cheapest fare',
    atis_city: 'Find cities that are served',
    atis_day_name: 'Find the days on which a flight goes',
    atis_distance: 'Find the distance between two places',
    atis_flight: 'Find flights',
    atis_flight_no: 'Find the number of a flight',
    atis_flight_time: 'Find the times of flights',
    atis_ground_fare: 'Find what ground transport costs',
    atis_ground_service: 'Find ground transport in a city or at an airport',
    atis_meal: 'Find the meals served on a flight',
    atis_quantity: 'Count flights, fares or other things',
    atis_restriction: 'Explain the restriction of a fare',
  },
  slot(name) {
    const [role = '', ...rest] = name.split('.');
    return rest.length === 0
      ? readableName(name)
      : `${readableName(rest.join('.'))} ${ownPart(ROLES, role) ?? readableName(role)}`;
  },
};
