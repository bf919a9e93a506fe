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
  removeFile: { pt: 'Remover {name} da lista', en: 'Remove {name} from the list', es: 'Quitar {name} de la lista' },
  openFile: { pt: 'Abrir {name}', en: 'Open {name}', es: 'Abrir {name}' },
  moveUp: { pt: 'Subir {name}', en: 'Move {name} up', es: 'Subir {name}' },
  noFile: { pt: 'Sem arquivo', en: 'No file', es: 'Sin archivo' },
  noFiles: {
    pt: 'Nenhum arquivo ainda. Cabem até {most}.',
    en: 'No files yet. You can add up to {most}.',
    es: 'Aún no hay archivos. Caben hasta {most}.',
  },
  full: {
    pt: 'Uma lista pode ter no máximo {most} arquivos.',
    en: 'A list can have at most {most} files.',
    es: 'Una lista puede tener como máximo {most} archivos.',
  },
  tooLarge: {
    pt: '{name} passa de {most} MB.',
    en: '{name} is larger than {most} MB.',
    es: '{name} supera los {most} MB.',
  },
  empty: { pt: '{name} está vazio.', en: '{name} is empty.', es: '{name} está vacío.' },
  sending: { pt: 'Enviando {name}', en: 'Uploading {name}', es: 'Subiendo {name}' },
  waiting: { pt: 'Será enviado ao salvar', en: 'Uploads when you save', es: 'Se subirá al guardar' },
  takeTitle: {
    pt: 'Remover “{name}” da lista?',
    en: 'Remove “{name}” from the list?',
    es: '¿Quitar “{name}” de la lista?',
  },
  takeText: {
    pt: 'O arquivo é apagado quando você salvar. Os clientes que já o receberam continuam com ele.',
    en: 'The file is deleted when you save. Customers who already received it still have it.',
    es: 'El archivo se borra al guardar. Los clientes que ya lo recibieron lo conservan.',
  },
  take: { pt: 'Remover da lista', en: 'Remove from the list', es: 'Quitar de la lista' },
  uploadFailed: {
    pt: 'A lista foi salva, mas um arquivo não foi enviado. Salve de novo para tentar outra vez.',
    en: 'The list was saved, but a file was not uploaded. Save again to retry.',
    es: 'La lista se guardó, pero un archivo no se subió. Guarda de nuevo para reintentar.',
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
    pt: 'Cardápio, tabela de preços, catálogo: o bot envia a lista inteira.',
    en: 'Menu, price list, catalog: the bot sends the whole list.',
    es: 'Menú, lista de precios, catálogo: el bot envía la lista entera.',
  },
  nothingTitle: {
    pt: 'Nada encontrado para “{search}”',
    en: 'Nothing found for “{search}”',
    es: 'Nada encontrado para “{search}”',
  },
  clear: { pt: 'Limpar busca', en: 'Clear search', es: 'Limpiar búsqueda' },
});
