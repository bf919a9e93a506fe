import { texts } from '../../lib/texts.ts';

/** Loaded with the dialog of the checks. */
export const checkTexts = texts({
  checkTitle: { pt: 'Os números conferem?', en: 'Do the numbers add up?', es: '¿Cuadran los números?' },
  checkText: {
    pt: 'Cada soma do período {from} a {to}, contada dos dois lados.',
    en: 'Each sum of the period {from} to {to}, counted on both sides.',
    es: 'Cada suma del período {from} a {to}, contada de los dos lados.',
  },
  holds: { pt: 'Tudo confere', en: 'Everything adds up', es: 'Todo cuadra' },
  breaks: { pt: 'Há diferenças', en: 'There are differences', es: 'Hay diferencias' },
  equation: { pt: 'Conta', en: 'Sum', es: 'Cuenta' },
  left: { pt: 'Soma', en: 'Left', es: 'Suma' },
  right: { pt: 'Total', en: 'Right', es: 'Total' },
  lineHolds: { pt: 'confere', en: 'adds up', es: 'cuadra' },
  lineBreaks: { pt: 'não confere', en: 'differs', es: 'no cuadra' },
});
