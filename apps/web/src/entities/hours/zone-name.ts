/** Cities that people name for a time zone, where they differ from its identifier. */
const names: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': 'Brasília',
  'America/Noronha': 'Fernando de Noronha',
  'America/Bahia': 'Salvador',
  'America/Maceio': 'Maceió',
  'America/Belem': 'Belém',
  'America/Araguaina': 'Palmas',
  'America/Cuiaba': 'Cuiabá',
  'America/Montevideo': 'Montevidéu',
  'America/Asuncion': 'Assunção',
  'America/Bogota': 'Bogotá',
  'America/Mexico_City': 'Cidade do México',
  'America/New_York': 'Nova York',
  'Atlantic/Azores': 'Açores',
  'Atlantic/Cape_Verde': 'Cabo Verde',
  'Europe/Lisbon': 'Lisboa',
  'Europe/London': 'Londres',
  'Asia/Tokyo': 'Tóquio',
};

/** The name of a time zone: “Brasília”, “Manaus”. */
export const zoneName = (zone: string): string => names[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
