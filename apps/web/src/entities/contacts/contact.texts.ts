import { texts } from '../../lib/texts.ts';

/** Texts of the contact form. */
export const contactTexts = texts({
  name: { pt: 'Nome', en: 'Name', es: 'Nombre' },
  number: { pt: 'Número', en: 'Number', es: 'Número' },
  numberHint: {
    pt: 'Com código do país e DDD, como 5581998124471.',
    en: 'With country and area code, like 5581998124471.',
    es: 'Con código de país y de área, como 5581998124471.',
  },
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
