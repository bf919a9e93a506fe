import { texts } from '../../lib/texts.ts';

export const hoursTexts = texts({
  hours: { pt: 'Expediente', en: 'Business hours', es: 'Horario de atención' },
  zone: { pt: 'Vale o horário de {zone}.', en: 'Times are in the {zone} time zone.', es: 'Vale la hora de {zone}.' },
  monday: { pt: 'Segunda-feira', en: 'Monday', es: 'Lunes' },
  tuesday: { pt: 'Terça-feira', en: 'Tuesday', es: 'Martes' },
  wednesday: { pt: 'Quarta-feira', en: 'Wednesday', es: 'Miércoles' },
  thursday: { pt: 'Quinta-feira', en: 'Thursday', es: 'Jueves' },
  friday: { pt: 'Sexta-feira', en: 'Friday', es: 'Viernes' },
  saturday: { pt: 'Sábado', en: 'Saturday', es: 'Sábado' },
  sunday: { pt: 'Domingo', en: 'Sunday', es: 'Domingo' },

  shiftA: { pt: '1º turno', en: '1st shift', es: '1.er turno' },
  shiftB: { pt: '2º turno', en: '2nd shift', es: '2.º turno' },
  to: { pt: 'às', en: 'to', es: 'a' },
  closed: { pt: 'Fechado', en: 'Closed', es: 'Cerrado' },
  opens: { pt: '{day}: aberto', en: '{day}: open', es: '{day}: abierto' },
  startTimeA: {
    pt: '{day}: começo do 1º turno',
    en: '{day}: start of the 1st shift',
    es: '{day}: inicio del 1.er turno',
  },
  endTimeA: { pt: '{day}: fim do 1º turno', en: '{day}: end of the 1st shift', es: '{day}: fin del 1.er turno' },
  startTimeB: {
    pt: '{day}: começo do 2º turno',
    en: '{day}: start of the 2nd shift',
    es: '{day}: inicio del 2.º turno',
  },
  endTimeB: { pt: '{day}: fim do 2º turno', en: '{day}: end of the 2nd shift', es: '{day}: fin del 2.º turno' },

  copy: { pt: '{day}: copiar para outros dias', en: '{day}: copy to other days', es: '{day}: copiar a otros días' },
  copyToAll: { pt: 'Copiar para todos os dias', en: 'Copy to every day', es: 'Copiar a todos los días' },
  copyToWorkdays: {
    pt: 'Copiar de segunda a sexta',
    en: 'Copy to Monday through Friday',
    es: 'Copiar de lunes a viernes',
  },

  half: {
    pt: 'Cada turno precisa de começo e fim, como 08:00 e 12:00.',
    en: 'Each shift needs a start and an end, like 08:00 and 12:00.',
    es: 'Cada turno necesita inicio y fin, como 08:00 y 12:00.',
  },
  time: {
    pt: 'Escreva um horário entre 00:00 e 23:59.',
    en: 'Enter a time between 00:00 and 23:59.',
    es: 'Escribe una hora entre 00:00 y 23:59.',
  },
  order: {
    pt: 'O turno termina antes de começar. Se passa da meia-noite, precisa terminar antes do primeiro começo do dia.',
    en: 'The shift ends before it starts. If it goes past midnight, it must end before the first start of the day.',
    es: 'El turno termina antes de empezar. Si pasa de medianoche, debe terminar antes del primer inicio del día.',
  },
  overnight: {
    pt: 'Passa da meia-noite e termina no dia seguinte.',
    en: 'Goes past midnight and ends on the next day.',
    es: 'Pasa de medianoche y termina al día siguiente.',
  },
  overlap: {
    pt: 'O 2º turno começa antes de o 1º terminar.',
    en: 'The 2nd shift starts before the 1st one ends.',
    es: 'El 2.º turno empieza antes de que termine el 1.º.',
  },
});
