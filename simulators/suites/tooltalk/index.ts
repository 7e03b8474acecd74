import type { Suite } from '../suite.js';
import { ACCOUNT_TOOLS } from './account.js';
import { ALARM_SUITE } from './alarm.js';
import { CALENDAR_SUITE } from './calendar.js';
import { EMAIL_SUITE, MESSAGES_SUITE } from './correspondence.js';
import { REMINDER_SUITE } from './reminder.js';
import { WEATHER_SUITE } from './weather.js';

/** ToolTalk's seven suites in the order of its tool documents. */
export const TOOLTALK_SUITES: readonly Suite[] = [
  ACCOUNT_TOOLS,
  ALARM_SUITE,
  CALENDAR_SUITE,
  EMAIL_SUITE,
  MESSAGES_SUITE,
  REMINDER_SUITE,
  WEATHER_SUITE,
];
