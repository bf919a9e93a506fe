import { texts } from '../../lib/texts.ts';

export const fileListTexts = texts({
  title: { pt: 'Arquivos', en: 'Files', es: 'Archivos' },
  search: { pt: 'Buscar por nome', en: 'Search by name', es: 'Buscar por nombre' },
  name: { pt: 'Nome', en: 'Name', es: 'Nombre' },
  message: { pt: 'Mensagem', en: 'Message', es: 'Mensaje' },
  messageHint: {
    pt: 'O cliente recebe esta mensagem e depois os arquivos, um a um.',
    en: 'The customer gets this message and then the files, one by one.',
    es: 'El cliente recibe este mensaje y después los archivos, uno a uno.',
  },
  files: { pt: 'Arquivos', en: 'Files', es: 'Archivos' },
  add: { pt: 'Nova lista', en: 'New list', es: 'Nueva lista' },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  remove: { pt: 'Excluir', en: 'Delete', es: 'Eliminar' },
  removeNamed: { pt: 'Excluir {name}', en: 'Delete {name}', es: 'Eliminar {name}' },
  save: { pt: 'Salvar lista', en: 'Save list', es: 'Guardar lista' },
  tooShort: { pt: 'nome muito curto', en: 'name too short', es: 'nombre muy corto' },

  addFiles: { pt: 'Adicionar arquivos', en: 'Add files', es: 'Agregar archivos' },
  fileName: { pt: 'Legenda de {file}', en: 'Caption of {file}', es: 'Leyenda de {file}' },
  replaceFile: { pt: 'Trocar o arquivo {name}', en: 'Replace the file {name}', es: 'Cambiar el archivo {name}' },
  removeFile: { pt: 'Tirar {name} da lista', en: 'Take {name} off the list', es: 'Quitar {name} de la lista' },
  openFile: { pt: 'Abrir {name}', en: 'Open {name}', es: 'Abrir {name}' },
  moveUp: { pt: 'Subir {name}', en: 'Move {name} up', es: 'Subir {name}' },
  noFile: { pt: 'Sem arquivo', en: 'No file', es: 'Sin archivo' },
  noFiles: {
    pt: 'Nenhum arquivo ainda. Cabem até {most}.',
    en: 'No files yet. There is room for {most}.',
    es: 'Aún no hay archivos. Caben hasta {most}.',
  },
  full: {
    pt: 'Uma lista leva no máximo {most} arquivos.',
    en: 'A list takes at most {most} files.',
    es: 'Una lista lleva como máximo {most} archivos.',
  },
  tooLarge: {
    pt: '{name} passa de {most} MB.',
    en: '{name} is larger than {most} MB.',
    es: '{name} supera los {most} MB.',
  },
  empty: { pt: '{name} está vazio.', en: '{name} is empty.', es: '{name} está vacío.' },
  sending: { pt: 'Enviando {name}', en: 'Sending {name}', es: 'Enviando {name}' },
  waiting: { pt: 'Será enviado ao salvar', en: 'Goes up when you save', es: 'Se enviará al guardar' },
  takeTitle: { pt: 'Tirar “{name}” da lista?', en: 'Take “{name}” off the list?', es: '¿Quitar “{name}” de la lista?' },
  takeText: {
    pt: 'O arquivo é apagado quando você salvar. Quem já o recebeu continua com ele.',
    en: 'The file is deleted when you save. Whoever already got it keeps it.',
    es: 'El archivo se borra al guardar. Quien ya lo recibió lo conserva.',
  },
  take: { pt: 'Tirar da lista', en: 'Take it off', es: 'Quitar de la lista' },
  uploadFailed: {
    pt: 'A lista foi salva, mas um arquivo não subiu. Salve de novo para tentar outra vez.',
    en: 'The list was saved, but a file did not go up. Save again to retry.',
    es: 'La lista se guardó, pero un archivo no subió. Guarda de nuevo para reintentar.',
  },

  saved: { pt: 'Lista de arquivos salva com sucesso!', en: 'File list saved.', es: '¡Lista de archivos guardada!' },
  removed: {
    pt: 'Lista de arquivos excluída com sucesso!',
    en: 'File list deleted.',
    es: '¡Lista de archivos eliminada!',
  },
  removeTitle: {
    pt: 'Excluir a lista “{name}”?',
    en: 'Delete the list “{name}”?',
    es: '¿Eliminar la lista “{name}”?',
  },
  removeText: {
    pt: 'Apaga a lista e seus arquivos; filas e opções que a enviavam deixam de enviar. Não dá para desfazer.',
    en: 'Deletes the list and its files; queues and options that sent it stop sending it. This cannot be undone.',
    es: 'Borra la lista y sus archivos; las colas y opciones que la enviaban dejan de hacerlo. No se puede deshacer.',
  },
  emptyTitle: { pt: 'Nenhuma lista ainda', en: 'No lists yet', es: 'Aún no hay listas' },
  emptyText: {
    pt: 'Cardápio, tabela de preços, catálogo: o atendimento automático envia a lista inteira.',
    en: 'Menu, price list, catalogue: the automatic service sends the whole list.',
    es: 'Menú, lista de precios, catálogo: la atención automática envía la lista entera.',
  },
  nothingTitle: {
    pt: 'Nada encontrado para “{search}”',
    en: 'Nothing found for “{search}”',
    es: 'Nada encontrado para “{search}”',
  },
  clear: { pt: 'Limpar busca', en: 'Clear search', es: 'Limpiar búsqueda' },
});
