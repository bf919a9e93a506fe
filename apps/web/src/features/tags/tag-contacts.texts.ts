import { texts } from '../../lib/texts.ts';

export const tagContactTexts = texts({
  title: { pt: 'Contatos com “{name}”', en: 'Contacts with “{name}”', es: 'Contactos con “{name}”' },
  search: { pt: 'Buscar por nome ou número', en: 'Search by name or number', es: 'Buscar por nombre o número' },
  nobody: {
    pt: 'Nenhum contato tem esta tag',
    en: 'No contact has this tag',
    es: 'Ningún contacto tiene esta etiqueta',
  },
  nothing: {
    pt: 'Nada encontrado para “{search}”',
    en: 'Nothing found for “{search}”',
    es: 'Nada encontrado para “{search}”',
  },
  more: { pt: 'Mostrar mais', en: 'Show more', es: 'Mostrar más' },
  close: { pt: 'Fechar', en: 'Close', es: 'Cerrar' },
  takeOut: { pt: 'Tirar a tag de {name}', en: 'Take the tag off {name}', es: 'Quitar la etiqueta de {name}' },
  takeTitle: {
    pt: 'Tirar “{tag}” de {name}?',
    en: 'Take “{tag}” off {name}?',
    es: '¿Quitar “{tag}” de {name}?',
  },
  takeText: {
    pt: 'O contato fica; só perde esta tag.',
    en: 'The contact stays; it only loses this tag.',
    es: 'El contacto se queda; solo pierde esta etiqueta.',
  },
  take: { pt: 'Tirar a tag', en: 'Take it off', es: 'Quitar la etiqueta' },
  taken: { pt: 'Tag removida do contato', en: 'Tag taken off the contact', es: 'Etiqueta quitada del contacto' },
});
