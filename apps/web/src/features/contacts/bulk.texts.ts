import { texts } from '../../lib/texts.ts';

export const bulkTexts = texts({
  selection: { pt: 'Contatos selecionados', en: 'Selected contacts', es: 'Contactos seleccionados' },
  selectAll: { pt: 'Selecionar todos', en: 'Select all', es: 'Seleccionar todos' },
  select: { pt: 'Selecionar', en: 'Select', es: 'Seleccionar' },
  selectNamed: { pt: 'Selecionar {name}', en: 'Select {name}', es: 'Seleccionar {name}' },
  selectedOne: { pt: '1 selecionado', en: '1 selected', es: '1 seleccionado' },
  selected: { pt: '{count} selecionados', en: '{count} selected', es: '{count} seleccionados' },
  clear: { pt: 'Limpar seleção', en: 'Clear selection', es: 'Limpiar selección' },
  addTags: { pt: 'Adicionar tags', en: 'Add tags', es: 'Agregar etiquetas' },
  block: { pt: 'Bloquear', en: 'Block', es: 'Bloquear' },
  remove: { pt: 'Excluir', en: 'Delete', es: 'Eliminar' },
  tags: { pt: 'Tags', en: 'Tags', es: 'Etiquetas' },
  chooseTags: { pt: 'Escolha uma tag', en: 'Choose a tag', es: 'Elige una etiqueta' },

  tagTitle: {
    pt: 'Adicionar tags a {count} {count|contato|contatos}',
    en: 'Add tags to {count} {count|contact|contacts}',
    es: 'Agregar etiquetas a {count} {count|contacto|contactos}',
  },
  tagTitleOne: { pt: 'Adicionar tags a {name}', en: 'Add tags to {name}', es: 'Agregar etiquetas a {name}' },
  tagText: {
    pt: 'As tags que os contatos já têm continuam.',
    en: 'Tags that the contacts already have stay.',
    es: 'Las etiquetas que los contactos ya tienen se mantienen.',
  },
  tagDoneOne: { pt: 'Tags adicionadas', en: 'Tags added', es: 'Etiquetas agregadas' },
  tagDone: { pt: 'Tags adicionadas', en: 'Tags added', es: 'Etiquetas agregadas' },
  blockTitle: {
    pt: 'Bloquear {count} {count|contato|contatos}?',
    en: 'Block {count} {count|contact|contacts}?',
    es: '¿Bloquear {count} {count|contacto|contactos}?',
  },
  blockTitleOne: { pt: 'Bloquear {name}?', en: 'Block {name}?', es: '¿Bloquear a {name}?' },
  blockDoneOne: { pt: 'Contato bloqueado', en: 'Contact blocked', es: 'Contacto bloqueado' },
  blockText: {
    pt: 'Contatos bloqueados não podem iniciar conversas. Dá para desbloquear cada um depois.',
    en: 'Blocked contacts cannot start conversations. You can unblock each of them later.',
    es: 'Los contactos bloqueados no pueden iniciar conversaciones. Puedes desbloquear a cada uno después.',
  },
  blockDone: { pt: '{count} contatos bloqueados', en: '{count} contacts blocked', es: '{count} contactos bloqueados' },
  removeTitle: {
    pt: 'Excluir {count} {count|contato|contatos}?',
    en: 'Delete {count} {count|contact|contacts}?',
    es: '¿Eliminar {count} {count|contacto|contactos}?',
  },
  removeTitleOne: { pt: 'Excluir {name}?', en: 'Delete {name}?', es: '¿Eliminar a {name}?' },
  removeDoneOne: { pt: 'Contato excluído', en: 'Contact deleted', es: 'Contacto eliminado' },
  removeText: {
    pt: 'Apaga os cadastros e o histórico deles. Não dá para desfazer.',
    en: 'Their records and history are deleted. This cannot be undone.',
    es: 'Se borran sus registros y su historial. No se puede deshacer.',
  },
  removeDone: { pt: '{count} contatos excluídos', en: '{count} contacts deleted', es: '{count} contactos eliminados' },
  typeCount: {
    pt: 'Digite {count} para confirmar',
    en: 'Type {count} to confirm',
    es: 'Escribe {count} para confirmar',
  },
  progress: { pt: '{done} de {total}', en: '{done} of {total}', es: '{done} de {total}' },
  someFailed: {
    pt: '{done} de {total} prontos. Estes falharam:',
    en: '{done} of {total} done. These failed:',
    es: '{done} de {total} listos. Estos fallaron:',
  },
});
