import { texts } from '../../lib/texts.ts';

export const tagTexts = texts({
  title: { pt: 'Tags', en: 'Tags', es: 'Etiquetas' },
  search: { pt: 'Buscar por nome', en: 'Search by name', es: 'Buscar por nombre' },
  tag: { pt: 'Tag', en: 'Tag', es: 'Etiqueta' },
  contacts: { pt: 'Contatos', en: 'Contacts', es: 'Contactos' },
  showContacts: {
    pt: 'Ver os contatos de {name}: {count}',
    en: 'See the contacts of {name}: {count}',
    es: 'Ver los contactos de {name}: {count}',
  },
  add: { pt: 'Nova tag', en: 'New tag', es: 'Nueva etiqueta' },
  edit: { pt: 'Editar', en: 'Edit', es: 'Editar' },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  remove: { pt: 'Excluir', en: 'Delete', es: 'Eliminar' },
  removeNamed: { pt: 'Excluir {name}', en: 'Delete {name}', es: 'Eliminar {name}' },
  save: { pt: 'Salvar tag', en: 'Save tag', es: 'Guardar etiqueta' },

  name: { pt: 'Nome', en: 'Name', es: 'Nombre' },
  color: { pt: 'Cor', en: 'Color', es: 'Color' },
  tooShort: { pt: 'Mensagem muito curta', en: 'Name too short', es: 'Nombre muy corto' },
  addLane: { pt: 'Nova coluna', en: 'New column', es: 'Nueva columna' },
  saveLane: { pt: 'Salvar coluna', en: 'Save column', es: 'Guardar columna' },
  laneTime: {
    pt: 'Minutos parada até avançar',
    en: 'Idle minutes before moving',
    es: 'Minutos sin moverse hasta avanzar',
  },
  nextLane: { pt: 'Depois vai para', en: 'Then goes to', es: 'Después va a' },
  rollbackLane: {
    pt: 'Se o cliente responder, volta para',
    en: 'If the customer replies, goes back to',
    es: 'Si el cliente responde, vuelve a',
  },
  noLane: { pt: 'Nenhuma', en: 'None', es: 'Ninguna' },
  laneGreeting: {
    pt: 'Mensagem ao entrar na coluna',
    en: 'Message when entering the column',
    es: 'Mensaje al entrar en la columna',
  },

  saved: { pt: 'Tag salva com sucesso!', en: 'Tag saved.', es: '¡Etiqueta guardada!' },
  laneSaved: { pt: 'Coluna salva', en: 'Column saved', es: 'Columna guardada' },
  laneRemoved: { pt: 'Coluna excluída', en: 'Column deleted', es: 'Columna eliminada' },
  removed: { pt: 'Tag excluída com sucesso!', en: 'Tag deleted.', es: '¡Etiqueta eliminada!' },
  removeTitle: { pt: 'Excluir a tag “{name}”?', en: 'Delete the tag “{name}”?', es: '¿Eliminar la etiqueta “{name}”?' },
  removeText: {
    pt: 'Ela sai dos contatos que a têm ({count}). Não dá para desfazer.',
    en: 'It disappears from the contacts that have it ({count}). This cannot be undone.',
    es: 'Desaparece de los contactos que la tienen ({count}). No se puede deshacer.',
  },

  emptyTitle: { pt: 'Nenhuma tag ainda', en: 'No tags yet', es: 'Aún no hay etiquetas' },
  emptyText: {
    pt: 'Tags marcam os contatos: VIP, orçamento, garantia.',
    en: 'Tags mark your contacts: VIP, quote, warranty.',
    es: 'Las etiquetas marcan los contactos: VIP, presupuesto, garantía.',
  },
  nothingTitle: {
    pt: 'Nada encontrado para “{search}”',
    en: 'Nothing found for “{search}”',
    es: 'Nada encontrado para “{search}”',
  },
  clear: { pt: 'Limpar busca', en: 'Clear search', es: 'Limpiar búsqueda' },
});
