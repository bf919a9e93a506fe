import { texts } from '../../lib/texts.ts';

/** The shortcuts of the calendar in the shortcut help. */
export const calendarKeyTexts = texts({
  title: { pt: 'Em Agendamentos', en: 'In scheduled messages', es: 'En mensajes programados' },
  day: { pt: 'Outro dia', en: 'Another day', es: 'Otro día' },
  month: { pt: 'Mês anterior, próximo mês', en: 'Previous month, next month', es: 'Mes anterior, mes siguiente' },
  today: { pt: 'Hoje', en: 'Today', es: 'Hoy' },
  views: { pt: 'Mês, semana, lista', en: 'Month, week, list', es: 'Mes, semana, lista' },
  viewLetters: { pt: 'M S L', en: 'M W L', es: 'M S L' },
  add: { pt: 'Novo agendamento', en: 'New scheduled message', es: 'Nuevo mensaje programado' },
});
