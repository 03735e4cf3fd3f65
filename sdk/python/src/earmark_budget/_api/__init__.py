# Written by `npm run sdk:generate` from the OpenAPI document. Change the generator, not this file.
