# Written by `npm run sdk:python` from the OpenAPI document. Change the generator, not this file.
