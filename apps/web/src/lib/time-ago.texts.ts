import { texts } from './texts.ts';

export const timeAgoTexts = texts({
  seconds: { pt: 'há {n} s', en: '{n} s ago', es: 'hace {n} s' },
  minutes: { pt: 'há {n} min', en: '{n} min ago', es: 'hace {n} min' },
  hours: { pt: 'há {n} h', en: '{n} h ago', es: 'hace {n} h' },
  yesterday: { pt: 'ontem, {time}', en: 'yesterday, {time}', es: 'ayer, {time}' },
});
