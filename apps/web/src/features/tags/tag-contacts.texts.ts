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
  takeOut: { pt: 'Remover a tag de {name}', en: 'Remove the tag from {name}', es: 'Quitar la etiqueta de {name}' },
  takeTitle: {
    pt: 'Remover “{tag}” de {name}?',
    en: 'Remove “{tag}” from {name}?',
    es: '¿Quitar “{tag}” de {name}?',
  },
  takeText: {
    pt: 'O contato fica; só perde esta tag.',
    en: 'The contact stays; only this tag is removed.',
    es: 'El contacto se queda; solo pierde esta etiqueta.',
  },
  take: { pt: 'Remover a tag', en: 'Remove tag', es: 'Quitar la etiqueta' },
  taken: { pt: 'Tag removida do contato', en: 'Tag removed from the contact', es: 'Etiqueta quitada del contacto' },
});
