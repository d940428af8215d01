// npm run gallery: a picture of every screen, role, theme and width in gallery/, with an index page.
import './lib/node-version.mjs'

import('./lib/take-pictures.mjs').then(({ takePictures }) => takePictures())
