import { texts } from '../../lib/texts.ts';

export const helpTexts = texts({
  title: { pt: 'Ajuda', en: 'Help', es: 'Ayuda' },
  search: { pt: 'O que você quer fazer?', en: 'What do you want to do?', es: '¿Qué quieres hacer?' },
  play: { pt: 'Ver o vídeo {title}', en: 'Watch the video {title}', es: 'Ver el video {title}' },
  privacy: {
    pt: 'O vídeo vem do YouTube só depois do clique.',
    en: 'The video is loaded from YouTube only after a click.',
    es: 'El video se carga de YouTube solo después del clic.',
  },
  add: { pt: 'Novo vídeo', en: 'New video', es: 'Nuevo video' },
  editTitle: { pt: 'Editar vídeo', en: 'Edit video', es: 'Editar video' },
  name: { pt: 'Título', en: 'Title', es: 'Título' },
  description: { pt: 'Descrição', en: 'Description', es: 'Descripción' },
  video: { pt: 'Código do vídeo', en: 'Video code', es: 'Código del video' },
  videoHint: {
    pt: 'Os 11 caracteres do YouTube, ou cole o endereço do vídeo.',
    en: 'The 11 characters of YouTube, or paste the address of the video.',
    es: 'Los 11 caracteres de YouTube, o pega la dirección del video.',
  },
  videoInvalid: {
    pt: 'Este não é um vídeo do YouTube.',
    en: 'This is not a YouTube video.',
    es: 'Este no es un video de YouTube.',
  },
  save: { pt: 'Salvar', en: 'Save', es: 'Guardar' },
  saved: { pt: 'Vídeo salvo com sucesso!', en: 'Video saved.', es: '¡Video guardado!' },
  editNamed: { pt: 'Editar {title}', en: 'Edit {title}', es: 'Editar {title}' },
  removeNamed: { pt: 'Excluir {title}', en: 'Delete {title}', es: 'Eliminar {title}' },
  remove: { pt: 'Excluir', en: 'Delete', es: 'Eliminar' },
  removed: { pt: 'Vídeo excluído com sucesso!', en: 'Video deleted.', es: '¡Video eliminado!' },
  removeTitle: { pt: 'Excluir “{title}”?', en: 'Delete “{title}”?', es: '¿Eliminar “{title}”?' },
  removeText: {
    pt: 'O vídeo some da ajuda de todas as empresas.',
    en: 'The video disappears from the help of all companies.',
    es: 'El video desaparece de la ayuda de todas las empresas.',
  },
  emptyTitle: { pt: 'Nenhum vídeo ainda', en: 'No videos yet', es: 'Aún no hay videos' },
  emptyText: {
    pt: 'Sem vídeos, o menu não mostra a ajuda.',
    en: 'Without videos the menu does not show the help.',
    es: 'Sin videos, el menú no muestra la ayuda.',
  },
  nothingTitle: {
    pt: 'Nada encontrado para “{search}”',
    en: 'Nothing found for “{search}”',
    es: 'Nada encontrado para “{search}”',
  },
  clear: { pt: 'Limpar busca', en: 'Clear search', es: 'Limpiar búsqueda' },
  failed: {
    pt: 'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente',
    en: 'The operation failed. Check whether a company with the same name exists or whether the fields are filled in correctly',
    es: 'No se pudo realizar la operación. Verifica si ya existe una empresa con el mismo nombre o si los campos están bien completados',
  },
});
