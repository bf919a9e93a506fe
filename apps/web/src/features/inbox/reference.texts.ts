import { texts } from '../../lib/texts.ts';

export const referenceTexts = texts({
  ad: { pt: 'Veio de um anúncio', en: 'Came from an ad', es: 'Vino de un anuncio' },
  post: { pt: 'Veio de uma publicação', en: 'Came from a post', es: 'Vino de una publicación' },
  link: { pt: 'Veio de um link', en: 'Came from a link', es: 'Vino de un enlace' },
  optin: { pt: 'Autorizou mensagens', en: 'Opted in to messages', es: 'Autorizó mensajes' },
  product: { pt: 'Sobre um produto', en: 'About a product', es: 'Sobre un producto' },
  story: { pt: 'Sobre um story', en: 'About a story', es: 'Sobre una historia' },
  id: { pt: 'ID {value}', en: 'ID {value}', es: 'ID {value}' },
  ref: { pt: 'Referência {value}', en: 'Reference {value}', es: 'Referencia {value}' },
  clickId: { pt: 'Clique {value}', en: 'Click {value}', es: 'Clic {value}' },
  catalogId: { pt: 'Catálogo {value}', en: 'Catalog {value}', es: 'Catálogo {value}' },
  productId: { pt: 'Produto {value}', en: 'Product {value}', es: 'Producto {value}' },
  postId: { pt: 'Publicação {value}', en: 'Post {value}', es: 'Publicación {value}' },
  open: { pt: 'Abrir', en: 'Open', es: 'Abrir' },
  source: { pt: 'Origem', en: 'Source', es: 'Origen' },
});
