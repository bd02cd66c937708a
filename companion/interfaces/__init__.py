"""How questions reach the referee and how its rulings are told: JSON, OpenAPI, a terminal."""
