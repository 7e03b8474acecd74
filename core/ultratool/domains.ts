/** The 22 domains of UltraTool's published samples; the Chinese ones also use the English names. */
export const ULTRATOOL_DOMAINS: readonly string[] = [
  ...['Account', 'Agenda', 'Alarm', 'Cleaning', 'Document', 'Finance', 'Flight', 'Health', 'Hotel', 'Job'],
  ...['Meeting', 'Movie', 'Music', 'News', 'Other', 'Rental', 'Repair', 'Restaurant', 'Tracking', 'Train'],
  ...['Travel', 'Weather'],
];
