/** The 22 domains of UltraTool's published samples, which the Chinese ones name in English too. */
export const ULTRATOOL_DOMAINS: readonly string[] = [
  ...['Account', 'Agenda', 'Alarm', 'Cleaning', 'Document', 'Finance', 'Flight', 'Health', 'Hotel', 'Job'],
  ...['Meeting', 'Movie', 'Music', 'News', 'Other', 'Rental', 'Repair', 'Restaurant', 'Tracking', 'Train'],
  ...['Travel', 'Weather'],
];
