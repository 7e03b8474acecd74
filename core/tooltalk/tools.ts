import { ownPart } from '../own-part.js';

/** Properties of a published tool that the evaluator uses besides its document. */
export interface ToolTalkTool {
  readonly suite: string;
  /** Whether it changes data; only such calls count as incorrect actions. */
  readonly action: boolean;
  /** Whether the user has to be logged in; requests then have a `session_token`. */
  readonly login: boolean;
}

const tool = (suite: string, kind: 'action' | 'lookup', login: 'login' | 'no login'): ToolTalkTool => ({
  suite,
  action: kind === 'action',
  login: login === 'login',
});

/** ToolTalk's 28 tools in the order of its tool documents (formats/tooltalk.md 3). */
const TOOLS = {
  GetAccountInformation: tool('AccountTools', 'lookup', 'login'),
  DeleteAccount: tool('AccountTools', 'action', 'login'),
  UserLogin: tool('AccountTools', 'action', 'no login'),
  LogoutUser: tool('AccountTools', 'action', 'login'),
  ChangePassword: tool('AccountTools', 'action', 'login'),
  RegisterUser: tool('AccountTools', 'action', 'no login'),
  SendVerificationCode: tool('AccountTools', 'action', 'no login'),
  ResetPassword: tool('AccountTools', 'action', 'no login'),
  QueryUser: tool('AccountTools', 'lookup', 'login'),
  UpdateAccountInformation: tool('AccountTools', 'action', 'login'),
  AddAlarm: tool('Alarm', 'action', 'login'),
  DeleteAlarm: tool('Alarm', 'action', 'login'),
  FindAlarms: tool('Alarm', 'lookup', 'login'),
  CreateEvent: tool('Calendar', 'action', 'login'),
  DeleteEvent: tool('Calendar', 'action', 'login'),
  ModifyEvent: tool('Calendar', 'action', 'login'),
  QueryCalendar: tool('Calendar', 'lookup', 'login'),
  SendEmail: tool('Email', 'action', 'login'),
  SearchInbox: tool('Email', 'lookup', 'login'),
  SendMessage: tool('Messages', 'action', 'login'),
  SearchMessages: tool('Messages', 'lookup', 'login'),
  AddReminder: tool('Reminder', 'action', 'login'),
  GetReminders: tool('Reminder', 'lookup', 'login'),
  DeleteReminder: tool('Reminder', 'action', 'login'),
  CompleteReminder: tool('Reminder', 'action', 'login'),
  CurrentWeather: tool('Weather', 'lookup', 'no login'),
  ForecastWeather: tool('Weather', 'lookup', 'no login'),
  HistoricWeather: tool('Weather', 'lookup', 'no login'),
} as const satisfies Readonly<Record<string, ToolTalkTool>>;

export const TOOLTALK_TOOLS: Readonly<Record<keyof typeof TOOLS, ToolTalkTool>> = TOOLS;

/** Whether a call of a tool changes data; false for tools that are not published. */
export const isPublishedAction = (name: string): boolean => toolTalkTool(name)?.action ?? false;

/** The published tool with a name; undefined for other names. */
export const toolTalkTool = (name: string): ToolTalkTool | undefined =>
  ownPart<ToolTalkTool>(TOOLTALK_TOOLS, name);
