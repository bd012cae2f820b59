/** Pictures of a merchant's own: put up, named by products, taken away. */
import { type Static, Type } from 'typebox';
import { CompanyPath } from '../applications/application-admin-contract.ts';

/** 2 MiB in base64. */
const MOST_LETTERS = 2_796_204;

export const PicturePath = Type.Object({
  ...CompanyPath.properties,
  name: Type.String({ pattern: '^[0-9a-f]{64}\\.(jpg|png|webp|avif|gif)$', description: 'As its address ends.' }),
});

export const NewPicture = Type.Object(
  {
    content: Type.String({
      minLength: 4,
      maxLength: MOST_LETTERS,
      description: 'The bytes of a JPEG, PNG, WebP, AVIF or GIF in base64, 2 MiB at most.',
    }),
  },
  { title: 'NewPicture' },
);

export const PictureView = Type.Object(
  {
    name: Type.String(),
    url: Type.String({ description: 'Where it lies on this service, as images of products name it.' }),
    media_type: Type.String({ description: 'What its bytes are, such as image/jpeg.' }),
  },
  { title: 'Picture' },
);
export type PictureView = Static<typeof PictureView>;
