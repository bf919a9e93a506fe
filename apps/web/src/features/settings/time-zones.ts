import { zoneName } from '../../entities/hours/zone-name.ts';
import type { Option } from '../../ui/index.ts';

/** Brazil's time zones first, from east to west; then those of neighboring countries and common branches. */
const SUPPORTED_ZONES = [
  'America/Noronha',
  'America/Sao_Paulo',
  'America/Bahia',
  'America/Recife',
  'America/Maceio',
  'America/Fortaleza',
  'America/Belem',
  'America/Araguaina',
  'America/Cuiaba',
  'America/Campo_Grande',
  'America/Manaus',
  'America/Boa_Vista',
  'America/Porto_Velho',
  'America/Rio_Branco',
  'America/Montevideo',
  'America/Argentina/Buenos_Aires',
  'America/Asuncion',
  'America/La_Paz',
  'America/Santiago',
  'America/Lima',
  'America/Bogota',
  'America/Caracas',
  'America/Mexico_City',
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'Atlantic/Azores',
  'Atlantic/Cape_Verde',
  'Europe/Lisbon',
  'Europe/Madrid',
  'Europe/London',
  'Africa/Luanda',
  'Africa/Maputo',
  'Asia/Tokyo',
  'UTC',
];

/** Choices of the select with their present offset; always includes the stored zone. */
export const timeZones = (stored: string): Option<string>[] =>
  [...new Set([...SUPPORTED_ZONES, stored])].map((zone) => ({
    value: zone,
    label: zone === 'UTC' ? 'UTC' : `${zoneName(zone)} (${offsetOf(zone)})`,
  }));

/** “GMT−3” now, summer time included. */
const offsetOf = (zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')!
    .value.replace('-', '−');
