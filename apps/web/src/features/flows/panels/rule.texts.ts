import { texts } from '../../../lib/texts.ts';

/** What a condition compares, besides variables. */
export const subjectTexts = texts({
  'contact.name': { pt: 'nome do contato', en: 'contact’s name', es: 'nombre del contacto' },
  'contact.firstName': { pt: 'primeiro nome', en: 'first name', es: 'nombre de pila' },
  'contact.number': { pt: 'número do contato', en: 'contact’s number', es: 'número del contacto' },
  'contact.email': { pt: 'e-mail do contato', en: 'contact’s email', es: 'correo del contacto' },
  'contact.tag': { pt: 'tag do contato', en: 'contact’s tag', es: 'etiqueta del contacto' },
  'contact.isNew': { pt: 'contato novo (1 ou 0)', en: 'new contact (1 or 0)', es: 'contacto nuevo (1 o 0)' },
  'connection.name': { pt: 'nome da conexão', en: 'connection’s name', es: 'nombre de la conexión' },
  'connection.channel': { pt: 'canal', en: 'channel', es: 'canal' },
  'message.text': { pt: 'última mensagem', en: 'last message', es: 'último mensaje' },
  'now.date': { pt: 'data de hoje', en: 'today’s date', es: 'fecha de hoy' },
  'now.time': { pt: 'hora atual', en: 'current time', es: 'hora actual' },
  'now.weekday': { pt: 'dia da semana (1 a 7)', en: 'weekday (1 to 7)', es: 'día de la semana (1 a 7)' },
});

export const operatorTexts = texts({
  equal: { pt: 'é igual a', en: 'equals', es: 'es igual a' },
  atLeast: { pt: 'é maior ou igual a', en: 'is at least', es: 'es mayor o igual a' },
  atMost: { pt: 'é menor ou igual a', en: 'is at most', es: 'es menor o igual a' },
  less: { pt: 'é menor que', en: 'is less than', es: 'es menor que' },
  greater: { pt: 'é maior que', en: 'is greater than', es: 'es mayor que' },
  notEqual: { pt: 'é diferente de', en: 'differs from', es: 'es distinto de' },
  contains: { pt: 'contém', en: 'contains', es: 'contiene' },
  notContains: { pt: 'não contém', en: 'does not contain', es: 'no contiene' },
  startsWith: { pt: 'começa com', en: 'starts with', es: 'empieza con' },
  endsWith: { pt: 'termina com', en: 'ends with', es: 'termina con' },
  empty: { pt: 'está vazio', en: 'is empty', es: 'está vacío' },
  notEmpty: { pt: 'não está vazio', en: 'is not empty', es: 'no está vacío' },
});
