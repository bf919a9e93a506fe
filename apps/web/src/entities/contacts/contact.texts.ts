import { texts } from '../../lib/texts.ts';

/** Texts of the contact form. */
export const contactTexts = texts({
  name: { pt: 'Nome', en: 'Name', es: 'Nombre' },
  number: { pt: 'Número', en: 'Number', es: 'Número' },
  numberHint: {
    pt: 'Com DDD, como (81) 99812-4471. De outro país, comece com +.',
    en: 'With area code, like (81) 99812-4471. From another country, start with +.',
    es: 'Con código de área, como (81) 99812-4471. De otro país, empieza con +.',
  },
  numberHintAbroad: {
    pt: 'Número do seu país; de outro país, comece com +.',
    en: 'A number of your country; from another country, start with +.',
    es: 'Número de tu país; de otro país, empieza con +.',
  },
  numberHintOther: {
    pt: 'Completo, com + e o código do país.',
    en: 'Complete, with + and the country code.',
    es: 'Completo, con + y el código del país.',
  },
  savedAs: {
    pt: 'Será salvo como {number}',
    en: 'Will be saved as {number}',
    es: 'Se guardará como {number}',
  },
  whichNumber: { pt: 'Qual é o número?', en: 'Which number is it?', es: '¿Cuál es el número?' },
  withoutNumber: {
    pt: 'Este contato não tem número de telefone.',
    en: 'This contact has no phone number.',
    es: 'Este contacto no tiene número de teléfono.',
  },
  email: { pt: 'E-mail', en: 'Email', es: 'Correo' },
  extra: { pt: 'Informações adicionais', en: 'Additional information', es: 'Información adicional' },
  field: { pt: 'Campo', en: 'Field', es: 'Campo' },
  value: { pt: 'Valor', en: 'Value', es: 'Valor' },
  addField: { pt: 'Adicionar informação', en: 'Add information', es: 'Agregar información' },
  removeField: { pt: 'Remover informação', en: 'Remove information', es: 'Quitar información' },
  saveContact: { pt: 'Salvar contato', en: 'Save contact', es: 'Guardar contacto' },
  contactSaved: { pt: 'Contato salvo com sucesso!', en: 'Contact saved.', es: '¡Contacto guardado!' },
});
